import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { toDomainError } from '../../database/postgres-errors.js';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { AccessVersion } from '../access-version.js';
import type { BoundedCache } from '../../../kernel/bounded-cache.js';
import type { InnerScope } from '../tenant-scope.js';
import { Workspace } from './workspace.entity.js';

const CAPACITY = 20_000;

export interface FoundWorkspace {
  readonly id: WorkspaceId;
  readonly isSuspended: boolean;
}

/** Deletes the workspace, with all rows that are left. Only the owner of the tables can. */
export async function removeWorkspace({ workspaceId, transaction }: InnerScope): Promise<void> {
  await transaction.manager.delete(Workspace, { id: workspaceId });
}

/** Finds the workspace of a subdomain and those that are suspended, and remembers both until a workspace changes. */
@Injectable()
export class WorkspaceDirectory {
  private readonly cache: BoundedCache<FoundWorkspace>;
  /** The suspended workspaces, each with whether it is deleted in the background. */
  private readonly suspended: BoundedCache<ReadonlyMap<WorkspaceId, boolean>>;

  constructor(
    private readonly dataSource: DataSource,
    version: AccessVersion,
  ) {
    this.cache = version.remember(CAPACITY);
    this.suspended = version.remember(1);
  }

  /** Finds the workspace with this subdomain, which is in lower case. */
  find(subdomain: string): Promise<FoundWorkspace | null> {
    return this.cache.getOrLoad(subdomain, () => this.load(subdomain));
  }

  /** Finds the workspace that has this subdomain now, whatever the process remembers. */
  findAnew(subdomain: string): Promise<FoundWorkspace | null> {
    this.cache.forget(subdomain);
    return this.find(subdomain);
  }

  /** Lists every workspace of the installation, for work that no request starts. */
  async listIds(): Promise<WorkspaceId[]> {
    const workspaces = await this.dataSource.manager.find(Workspace, {
      select: { id: true },
      order: { id: 'ASC' },
    });
    return workspaces.map(({ id }) => id);
  }

  /** Lists the suspended workspaces, as they were less than a second ago, also those that are deleted in the background. */
  async suspendedIds(): Promise<ReadonlySet<WorkspaceId>> {
    return new Set((await this.knownSuspended()).keys());
  }

  /** Lists the workspaces that are deleted in the background. */
  async deletingIds(): Promise<WorkspaceId[]> {
    return [...(await this.knownSuspended())].flatMap(([id, isDeleting]) => (isDeleting ? [id] : []));
  }

  async isSuspended(workspaceId: WorkspaceId): Promise<boolean> {
    return (await this.knownSuspended()).has(workspaceId);
  }

  private async knownSuspended(): Promise<ReadonlyMap<WorkspaceId, boolean>> {
    return (await this.suspended.getOrLoad('all', () => this.loadSuspended())) ?? new Map();
  }

  private async loadSuspended(): Promise<ReadonlyMap<WorkspaceId, boolean>> {
    const wanted = { select: { id: true, deletingAt: true }, where: { suspendedAt: Not(IsNull()) } };
    const workspaces = await this.dataSource.manager.find(Workspace, wanted);
    return new Map(workspaces.map(({ id, deletingAt }) => [id, deletingAt !== null]));
  }

  private async load(subdomain: string): Promise<FoundWorkspace | null> {
    try {
      const wanted = { select: { id: true, suspendedAt: true }, where: { subdomain } };
      const workspace = await this.dataSource.manager.findOne(Workspace, wanted);
      return workspace && { id: workspace.id, isSuspended: workspace.suspendedAt !== null };
    } catch (error) {
      throw toDomainError(error);
    }
  }
}
