import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { SessionService } from '../../auth/sessions/session.service.js';
import { isPreflight, permitSending } from '../../platform/http/server/cross-origin.js';
import { deadlineOf } from '../../platform/http/requests/request-deadline.js';
import { contextOf } from '../../platform/tenancy/request-context.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WorkspaceMiddleware } from '../../platform/tenancy/workspaces/workspace.middleware.js';

/**
 * Answers browsers that ask whether a page may call the operations of customers: those of the origins of an open session [rule 30]. The
 * question has no token. The guard lets the page read the answer when its own session names the origin.
 */
@Injectable()
export class PageOriginsMiddleware implements NestMiddleware {
  constructor(
    private readonly workspaces: WorkspaceMiddleware,
    private readonly sessions: SessionService,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    response.vary('Origin');
    if (isPreflight(request) && (await this.mayAsk(request, response))) permitSending(request, response);
    else next();
  }

  private async mayAsk(request: Request, response: Response): Promise<boolean> {
    await this.workspaces.use(request, response, () => undefined);
    const { workspaceId, isSuspended = false } = contextOf(request);
    const { origin } = request.headers;
    if (origin === undefined || workspaceId === undefined || isSuspended) return false;
    return this.sessions.isOpenTo(tenantScope(workspaceId, null, deadlineOf(request)), origin);
  }
}
