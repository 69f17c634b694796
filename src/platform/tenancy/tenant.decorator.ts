import {
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { DeclaredScope } from '../../app/features.js';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import { type AnswerSpace, spaceToRead } from '../http/answers/answer-budget.js';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { contextOf } from './request-context.js';
import { tenantScope, type TenantScope } from './tenant-scope.js';
import type { Observable } from 'rxjs';

/** Gives a handler the scope of its request. */
export const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext): TenantScope => {
  const { scope } = contextOf(context.switchToHttp().getRequest<Request>());
  if (!scope) throw new Error('A handler asked for the scope of a request that has none.');
  return scope;
});

/** Tells a handler whether the key of its request has a scope that the route does not need, but shows more with. */
export const HasScope = createParamDecorator((scope: DeclaredScope, context: ExecutionContext): boolean => {
  const { keyScopes = [] } = contextOf(context.switchToHttp().getRequest<Request>());
  return keyScopes === null || keyScopes.includes(scope);
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
  answerSpace: AnswerSpace | null,
): TenantScope {
  const { address } = contextOf(request);
  const initiator = { requestId: request.id, actor: null, ...(address && { address }) };
  return tenantScope(workspaceId, apiKeyId, deadlineOf(request), initiator, answerSpace);
}

/**
 * Makes the scope that handlers get, from the workspace that the host names and the key that the guard has recognised. A
 * request without one of them is a defect, unless its route is public.
 */
@Injectable()
export class TenantInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const known = contextOf(request);
    if (known.isPublic !== true) {
      const { workspaceId, apiKeyId } = known;
      if (workspaceId === undefined || apiKeyId === undefined)
        throw new Error('A request reached its handler without a workspace or a key.');
      known.scope = scopeOf(request, workspaceId, apiKeyId, spaceToRead(request));
    }
    return next.handle();
  }
}
