import type { Request } from 'express';
import { Attachment } from '../kernel/attachment.js';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import type { TenantScope } from './tenant-scope.js';

/** What is known about a request so far: the host names the workspace, then the key is recognised, then there is a scope. */
export interface RequestContext {
  workspaceId?: WorkspaceId;
  apiKeyId?: ApiKeyId;
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
