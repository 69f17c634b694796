import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDomainError } from '../database/postgres-errors.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { AccessChanges } from './access-changes.js';
import { BoundedCache } from './bounded-cache.js';

const CAPACITY = 20_000;

/** Which workspace a subdomain belongs to; remembered for a moment. */
@Injectable()
export class WorkspaceDirectory {
  private readonly cache: BoundedCache<WorkspaceId>;

  constructor(
    private readonly dataSource: DataSource,
    changes: AccessChanges,
  ) {
    this.cache = new BoundedCache(CAPACITY, changes.lifetimeMs);
    changes.onChange(() => {
      this.cache.clear();
    });
  }

  /** The id of the workspace with this subdomain (lower case), or null. */
  find(subdomain: string): Promise<WorkspaceId | null> {
    return this.cache.getOrLoad(subdomain, () => this.load(subdomain));
  }

  /** Every workspace of the installation, for work that no request starts. */
  async listIds(): Promise<WorkspaceId[]> {
    const rows = await this.dataSource.query<{ id: WorkspaceId }[]>('SELECT id FROM workspaces ORDER BY id');
    return rows.map(({ id }) => id);
  }

  private async load(subdomain: string): Promise<WorkspaceId | null> {
    try {
      const rows = await this.dataSource.query<{ id: WorkspaceId }[]>(
        'SELECT id FROM workspaces WHERE subdomain = $1',
        [subdomain],
      );
      return rows[0]?.id ?? null;
    } catch (error) {
      throw toDomainError(error);
    }
  }
}
