import type { Request } from 'express';
import { AttachedValue } from '../../kernel/attached-value.js';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import type { ActingCustomer } from './acting-customer.js';
import type { WorkspaceAddress, TenantScope } from './tenant-scope.js';

/** A fact of a request is absent until it is known. */
interface RequestContext {
  /** `WorkspaceMiddleware` sets the workspace that the host names. */
  workspaceId?: WorkspaceId;
  /** `WorkspaceMiddleware` sets whether the workspace is suspended; then every route refuses the request. */
  isSuspended?: boolean;
  address?: WorkspaceAddress;
  /** `ApiKeyGuard` sets it for a route that needs no key. */
  isPublic?: boolean;
  /** Set for an operation that a request runs inside the process. The guard has let that request in, and counted it. */
  isInside?: boolean;
  /** `ApiKeyGuard` sets the key of the request. */
  apiKeyId?: ApiKeyId;
  /** `ApiKeyGuard` sets the scopes of the key; null stands for all of them. */
  keyScopes?: readonly string[] | null;
  /** `ApiKeyGuard` sets the customer whose session sends the request. Such a request has no key. */
  customer?: ActingCustomer;
  /** `TenantInterceptor` sets the scope of the handler, and `IdempotencyInterceptor` inside a unit of work. */
  scope?: TenantScope;
}

const contexts = new AttachedValue<Request, RequestContext>('context');

export function contextOf(request: Request): RequestContext {
  let context = contexts.of(request);
  if (!context) {
    context = {};
    contexts.attach(request, context);
  }
  return context;
}
