import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from './request-context.js';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { tenantScope, type TenantScope } from './tenant-scope.js';

/** Gives a handler the scope of its request. */
export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const { scope } = contextOf(context.switchToHttp().getRequest<Request>());
  if (!scope) throw new Error('A handler asked for the scope of a request that has none.');
  return scope;
});

/** Gives a handler without a key the scope of the workspace that the host names. What the request may do there, a secret in it says. */
export const Visitor = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const request = context.switchToHttp().getRequest<Request>();
  const { workspaceId, address } = contextOf(request);
  if (workspaceId === undefined) throw new Error('A visitor reached a handler without a workspace.');
  return tenantScope(workspaceId, null, deadlineOf(request), {
    requestId: request.id,
    actor: null,
    ...(address && { address }),
  });
});
