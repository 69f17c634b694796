import { Reflector } from '@nestjs/core';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/**
 * Answers with the resource of a write as it is now, as the write itself would. `controller` is the one of the route, `id` the id in the
 * answer of the write, and `path` the parameters of its address.
 */
export type Reread = (
  controller: never,
  scope: TenantScope,
  id: string,
  path: Readonly<Record<string, string>>,
) => Promise<object>;

/** Marks the handler of a write with the function that reads its resource again. `Operation` sets it. */
export const Rereads = Reflector.createDecorator<Reread>();
