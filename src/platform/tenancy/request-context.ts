import type { Request } from 'express';
import { Attachment } from '../../kernel/attachment.js';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceAddress } from './origin.js';
import type { TenantScope } from './tenant-scope.js';

/** The facts of a request that are known so far. */
interface RequestContext {
  /** Of the workspace that the host names, from `WorkspaceMiddleware`. */
  workspaceId?: WorkspaceId;
  /** How the host names it, from `WorkspaceMiddleware`. */
  address?: WorkspaceAddress;
  /** Whether its route needs no key, from `ApiKeyGuard`. */
  isPublic?: boolean;
  /** Of the key that the request came with, from `ApiKeyGuard`. */
  apiKeyId?: ApiKeyId;
  /** Of the handler, from `TenantInterceptor`; inside a unit of work from `IdempotencyInterceptor`. */
  scope?: TenantScope;
}

const contexts = new Attachment<Request, RequestContext>('context');

export function contextOf(request: Request): RequestContext {
  let context = contexts.of(request);
  if (!context) {
    context = {};
    contexts.attach(request, context);
  }
  return context;
}
