import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { WorkspaceMiddleware } from '../../platform/tenancy/workspaces/workspace.middleware.js';

/** Finds the workspace that the host names, as the API does, and gives every page one address. */
@Injectable()
export class FormHostMiddleware implements NestMiddleware {
  constructor(private readonly workspaces: WorkspaceMiddleware) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const [path = ''] = request.originalUrl.split('?', 1);
    if (path.endsWith('/')) {
      // Links of pages are relative, so an address must not end with a slash. After 308, a browser sends the whole form again.
      response.redirect(308, `../${path.split('/').at(-2)}`);
      return;
    }
    // The error page of an unknown host has a style, too.
    if (request.originalUrl.startsWith('/forms/assets/')) next();
    else await this.workspaces.use(request, response, next);
  }
}
