import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';

/** Finds the workspace that the host names, as for the API, and gives every page one address. */
@Injectable()
export class FormHostMiddleware implements NestMiddleware {
  constructor(private readonly workspaces: WorkspaceMiddleware) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const [path = ''] = request.originalUrl.split('?', 1);
    if (path.endsWith('/')) {
      // Pages link to files beside them, and a slash would be a folder more. 308 has the browser send a form again, whole.
      response.redirect(308, `../${path.split('/').at(-2)}`);
      return;
    }
    // The error page of an unknown host has a style, too.
    if (request.originalUrl.startsWith('/forms/assets/')) next();
    else await this.workspaces.use(request, response, next);
  }
}
