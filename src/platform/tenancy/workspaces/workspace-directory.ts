import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toDomainError } from '../../database/postgres-errors.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { AccessVersion } from '../access-version.js';
import type { BoundedCache } from '../bounded-cache.js';
import { Workspace } from './workspace.entity.js';

const CAPACITY = 20_000;

/** Finds the workspace of a subdomain, and remembers it until a workspace changes. */
@Injectable()
export class WorkspaceDirectory {
  private readonly cache: BoundedCache<WorkspaceId>;

  constructor(
    private readonly dataSource: DataSource,
    version: AccessVersion,
  ) {
    this.cache = version.remember(CAPACITY);
  }

  /** Finds the workspace with this subdomain, which is in lower case. */
  find(subdomain: string): Promise<WorkspaceId | null> {
    return this.cache.getOrLoad(subdomain, () => this.load(subdomain));
  }

  /** Lists every workspace of the installation, for work that no request starts. */
  async listIds(): Promise<WorkspaceId[]> {
    const workspaces = await this.dataSource.manager.find(Workspace, {
      select: { id: true },
      order: { id: 'ASC' },
    });
    return workspaces.map(({ id }) => id);
  }

  private async load(subdomain: string): Promise<WorkspaceId | null> {
    try {
      const wanted = { select: { id: true }, where: { subdomain } };
      return (await this.dataSource.manager.findOne(Workspace, wanted))?.id ?? null;
    } catch (error) {
      throw toDomainError(error);
    }
  }
}
