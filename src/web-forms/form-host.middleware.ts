import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { showErrorsBy } from '../platform/http/answers/error-response.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { sendErrorPage } from './error-page.js';

/** Finds the workspace that the host names, as for the API. Everything that goes wrong from here on is a page for people. */
@Injectable()
export class FormHostMiddleware implements NestMiddleware {
  constructor(private readonly workspaces: WorkspaceMiddleware) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    showErrorsBy(request, sendErrorPage);
    // The error page of an unknown host has a style, too.
    if (request.originalUrl.startsWith('/forms/assets/')) next();
    else await this.workspaces.use(request, response, next);
  }
}
