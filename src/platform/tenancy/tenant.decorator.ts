import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { DeclaredScope } from '../../app/features.js';
import { allows } from '../features/scopes.js';
import { contextOf } from './request-context.js';
import type { TenantScope } from './tenant-scope.js';

export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const { scope } = contextOf(context.switchToHttp().getRequest<Request>());
  if (!scope) throw new Error('A handler asked for the scope of a request that has none.');
  return scope;
});

/** Tells a handler whether the key of its request has a scope that the route does not need, but shows more with. */
export const HasScope = createParamDecorator((scope: DeclaredScope, context: ExecutionContext): boolean => {
  const { keyScopes = [] } = contextOf(context.switchToHttp().getRequest<Request>());
  return allows(keyScopes, scope);
});
