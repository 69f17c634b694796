import { Reflector } from '@nestjs/core';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/**
 * Answers with the resource of a write as it is now, as the write itself would. `controller` is the one of the route, `id` what the
 * answer of the write has shown as the id of the resource, and `path` what the address of the write names.
 */
export type Reread = (
  controller: never,
  scope: TenantScope,
  id: string,
  path: Readonly<Record<string, string>>,
) => Promise<object>;

/** Marks the handler of a write with how its resource is read again. `Operation` sets it. */
export const Rereads = Reflector.createDecorator<Reread>();
