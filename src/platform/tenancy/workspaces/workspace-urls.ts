import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../tenant-scope.js';
import { Configuration } from '../../config/configuration.js';

/** Makes absolute addresses for answers. They begin with `PUBLIC_URL`, or by default with the address that the request came to. */
@Injectable()
export class WorkspaceUrls {
  constructor(private readonly configuration: Configuration) {}

  /** Returns the address of a path; null outside of a request, where a workspace has no address. */
  find({ initiator: { address } }: TenantScope, path: string): string | null {
    if (address === undefined) return null;
    const { publicUrl } = this.configuration;
    return (publicUrl?.replaceAll('{workspace}', address.subdomain) ?? address.url) + path;
  }

  of(scope: TenantScope, path: string): string {
    const url = this.find(scope, path);
    if (url === null) throw new Error('Only the answer to a request shows addresses.');
    return url;
  }
}
