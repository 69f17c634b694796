import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from './request-context.js';
import type { TenantScope } from './tenant-scope.js';

/** Gives a handler the scope of its request. */
export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const { scope } = contextOf(context.switchToHttp().getRequest<Request>());
  if (!scope) throw new Error('A handler asked for the scope of a request that has none.');
  return scope;
});
