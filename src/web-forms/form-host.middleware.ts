import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../kernel/errors.js';
import { WorkspaceMiddleware } from '../platform/tenancy/workspaces/workspace.middleware.js';
import { sendErrorPage } from './page-error.filter.js';

/** Finds the workspace that the host names, as for the API, and answers with a page when there is none. */
@Injectable()
export class FormHostMiddleware implements NestMiddleware {
  constructor(private readonly workspaces: WorkspaceMiddleware) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    // The error page of an unknown host has a style, too.
    if (request.originalUrl.startsWith('/forms/assets/')) {
      next();
      return;
    }
    try {
      await this.workspaces.use(request, response, next);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      sendErrorPage(request, response, error);
    }
  }
}
