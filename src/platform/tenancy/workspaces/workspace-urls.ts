import { Inject, Injectable } from '@nestjs/common';
import { TENANCY_OPTIONS, type TenancyOptions } from '../tenancy.options.js';
import type { TenantScope } from '../tenant-scope.js';

/** The absolute addresses that answers show: they begin with `PUBLIC_URL`, by default with the address that the request came to. */
@Injectable()
export class WorkspaceUrls {
  constructor(@Inject(TENANCY_OPTIONS) private readonly options: TenancyOptions) {}

  /** The address of a path; null outside of a request, where a workspace has no address. */
  find({ origin: { address } }: TenantScope, path: string): string | null {
    if (address === undefined) return null;
    const { publicUrl } = this.options;
    return (publicUrl?.replaceAll('{workspace}', address.subdomain) ?? address.url) + path;
  }

  /** The address of a path. */
  of(scope: TenantScope, path: string): string {
    const url = this.find(scope, path);
    if (url === null) throw new Error('Only the answer to a request shows addresses.');
    return url;
  }
}
