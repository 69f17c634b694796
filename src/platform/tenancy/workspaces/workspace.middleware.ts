import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../../kernel/errors.js';
import { contextOf } from '../request-context.js';
import { WorkspaceDirectory } from './workspace-directory.js';
import { parseWorkspaceHost } from './workspace-host.js';
import { Configuration } from '../../config/configuration.js';

/** Finds the workspace that the host names, or answers 404 (decisions, section 1). */
@Injectable()
export class WorkspaceMiddleware implements NestMiddleware {
  constructor(
    private readonly directory: WorkspaceDirectory,
    private readonly configuration: Configuration,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    const subdomain = this.subdomainOf(request);
    const workspaceId = subdomain === undefined ? null : await this.directory.find(subdomain);
    if (subdomain === undefined || workspaceId === null) throw workspaceNotFound();
    const address = { subdomain, url: `${request.protocol}://${request.host}` };
    Object.assign(contextOf(request), { workspaceId, address });
    next();
  }

  /** `request.host` is `X-Forwarded-Host` when the sender is a trusted proxy, and `Host` otherwise. */
  private subdomainOf(request: Request): string | undefined {
    const host = parseWorkspaceHost(request.host, this.configuration.baseDomain);
    if (host === 'unknown') return undefined;
    return host === 'default' ? this.configuration.defaultWorkspace : host.subdomain;
  }
}

function workspaceNotFound(): DomainError {
  return new DomainError('not_found', 'workspace_not_found', 'There is no workspace at this address.');
}
