import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../request-context.js';
import { workspaceNotFound } from './workspace-refusals.js';
import { WorkspaceDirectory } from './workspace-directory.js';
import { Configuration } from '../../config/configuration.js';
import { SUBDOMAIN } from '../../config/env.values.js';

/** Finds the workspace that the host names, or answers 404 [rule 1]. */
@Injectable()
export class WorkspaceMiddleware implements NestMiddleware {
  constructor(
    private readonly directory: WorkspaceDirectory,
    private readonly configuration: Configuration,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    const subdomain = this.subdomainOf(request);
    const workspace = subdomain === undefined ? null : await this.directory.find(subdomain);
    if (subdomain === undefined || workspace === null) throw workspaceNotFound();
    const address = { subdomain, url: `${request.protocol}://${request.host}` };
    const { id: workspaceId, isSuspended } = workspace;
    Object.assign(contextOf(request), { workspaceId, isSuspended, address });
    next();
  }

  /** `request.host` is `X-Forwarded-Host` when the sender is a trusted proxy, and `Host` otherwise. */
  private subdomainOf(request: Request): string | undefined {
    const host = parseWorkspaceHost(request.host, this.configuration.baseDomain);
    if (host === 'unknown') return undefined;
    return host === 'default' ? this.configuration.defaultWorkspace : host.subdomain;
  }
}

/** A `Host` header names a workspace by its subdomain, or the installation's default one, or none. */
type WorkspaceHost = { readonly subdomain: string } | 'default' | 'unknown';

/**
 * Reads the workspace from a host: `<subdomain>.<base domain>`, compared without case, port and trailing dot. The bare
 * base domain and the names of this machine itself mean the default workspace [rule 1].
 */
export function parseWorkspaceHost(host: string | undefined, baseDomain: string): WorkspaceHost {
  const name = (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  if ([baseDomain, 'localhost', '127.0.0.1', '[::1]'].includes(name)) return 'default';
  if (!name.endsWith(`.${baseDomain}`)) return 'unknown';
  const subdomain = name.slice(0, -baseDomain.length - 1);
  return SUBDOMAIN.test(subdomain) ? { subdomain } : 'unknown';
}
