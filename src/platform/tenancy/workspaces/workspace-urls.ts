import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../tenant-scope.js';
import { Configuration } from '../../config/configuration.js';

/** The absolute addresses that answers show: they begin with `PUBLIC_URL`, by default with the address that the request came to. */
@Injectable()
export class WorkspaceUrls {
  constructor(private readonly configuration: Configuration) {}

  /** The address of a path; null outside of a request, where a workspace has no address. */
  find({ origin: { address } }: TenantScope, path: string): string | null {
    if (address === undefined) return null;
    const { publicUrl } = this.configuration;
    return (publicUrl?.replaceAll('{workspace}', address.subdomain) ?? address.url) + path;
  }

  /** The address of a path. */
  of(scope: TenantScope, path: string): string {
    const url = this.find(scope, path);
    if (url === null) throw new Error('Only the answer to a request shows addresses.');
    return url;
  }
}
