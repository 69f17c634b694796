import type { Request } from 'express';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import type { TenantScope } from './tenant-scope.js';

/** What is known about a request so far: the host names the workspace, then the key is recognised, then there is a scope. */
export interface RequestContext {
  workspaceId?: WorkspaceId;
  apiKeyId?: ApiKeyId;
  scope?: TenantScope;
}

const contexts = new WeakMap<Request, RequestContext>();

export function contextOf(request: Request): RequestContext {
  let context = contexts.get(request);
  if (!context) {
    context = {};
    contexts.set(request, context);
  }
  return context;
}
