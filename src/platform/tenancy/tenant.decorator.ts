import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import type { AnswerRoom } from '../http/answers/answer-budget.js';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { contextOf } from './request-context.js';
import { tenantScope, type TenantScope } from './tenant-scope.js';

/** Gives a handler the scope of its request. */
export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const { scope } = contextOf(context.switchToHttp().getRequest<Request>());
  if (!scope) throw new Error('A handler asked for the scope of a request that has none.');
  return scope;
});

/** Gives a handler without a key the scope of the workspace that the host names. A secret in the request says what it may do there. */
export const Visitor = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const request = context.switchToHttp().getRequest<Request>();
  const { workspaceId } = contextOf(request);
  if (workspaceId === undefined) throw new Error('A visitor reached a handler without a workspace.');
  return scopeOf(request, workspaceId, null, null);
});

export function scopeOf(
  request: Request,
  workspaceId: WorkspaceId,
  apiKeyId: ApiKeyId | null,
  room: AnswerRoom | null,
): TenantScope {
  const { address } = contextOf(request);
  const origin = { requestId: request.id, actor: null, ...(address && { address }) };
  return tenantScope(workspaceId, apiKeyId, deadlineOf(request), origin, room);
}
