import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import { isStorable } from '../kernel/text.js';
import { toDomainError } from '../platform/database/postgres-errors.js';
import type { Statement } from '../platform/tenancy/statement.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';
import {
  LISTED_SETTINGS,
  WORKSPACE_SETTINGS,
  type ListedWorkspace,
  type WorkspaceRow,
  type WorkspaceSettings,
} from './workspace-list.js';

const columns = (settings: readonly string[]): object =>
  Object.fromEntries(
    ['id', 'subdomain', ...settings, 'createdAt', 'suspendedAt', 'deletingAt'].map((name) => [name, true]),
  );

const SHOWN = columns(WORKSPACE_SETTINGS);
const LISTED = columns(LISTED_SETTINGS);

/** Locks a subdomain until the transaction ends, whether it has a workspace or not. */
const LOCK_SUBDOMAIN: Statement = {
  name: 'workspaces.lock_subdomain',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('workspace ' || $1, 0))`,
};

/** PostgreSQL takes a few names for abbreviations of standard time, the whole year. Such a zone of a workspace would have no summer time. */
const KNOWS_TIME_ZONE: Statement = {
  name: 'workspaces.knows_time_zone',
  text: `SELECT EXISTS (SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)) AND lower($1) <> ALL (ARRAY['cet', 'eet', 'met', 'wet']) AS "isKnown"`,
};

/** Says in the words of the service why no workspace could be read. */
const refuse = (error: unknown): never => {
  throw toDomainError(error);
};

/** Stores the workspaces. Their table is no tenant table, but says which tenants there are. */
@Injectable()
export class WorkspaceRepository extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly dataSource: DataSource,
  ) {
    super(database);
  }

  async page(request: PageRequest): Promise<Page<ListedWorkspace>> {
    const paged = { skip: offsetOf(request), take: request.size };
    const wanted = { select: LISTED, order: { subdomain: 'ASC' }, ...paged } as const;
    const reading = this.dataSource.manager.findAndCount(Workspace, wanted);
    const [items, totalRecords] = await reading.catch(refuse);
    return { items, totalRecords, request };
  }

  async findBySubdomain(subdomain: string): Promise<WorkspaceRow | null> {
    if (!isStorable(subdomain)) return null;
    return this.dataSource.manager.findOne(Workspace, { select: SHOWN, where: { subdomain } }).catch(refuse);
  }

  /** Waits for others that work on the subdomain. It returns the workspace that has the subdomain then. */
  async lockSubdomain(inner: InnerScope, subdomain: string): Promise<WorkspaceRow | null> {
    await inner.transaction.query(LOCK_SUBDOMAIN, [subdomain]);
    return inner.transaction.manager.findOne(Workspace, { select: SHOWN, where: { subdomain } });
  }

  /** Tells whether the database knows a time zone. JavaScript may know others. */
  async knowsTimeZone(inner: InnerScope, timeZone: string): Promise<boolean> {
    const [row] = (await inner.transaction.query(KNOWS_TIME_ZONE, [timeZone])) as { isKnown: boolean }[];
    return row?.isKnown ?? false;
  }

  async add(inner: InnerScope, workspace: WorkspaceSettings & { readonly subdomain: string }): Promise<void> {
    await inner.transaction.manager.insert(Workspace, { ...workspace, id: inner.workspaceId });
  }

  /** Suspends the workspace, or resumes it. @returns false when it was so already */
  async suspend(inner: InnerScope, isSuspended: boolean): Promise<boolean> {
    const suspended = isSuspended ? IsNull() : Not(IsNull());
    const where = { id: inner.workspaceId, suspendedAt: suspended, deletingAt: IsNull() };
    const suspendedAt = isSuspended ? new Date() : null;
    const { affected } = await inner.transaction.manager.update(Workspace, where, { suspendedAt });
    return (affected ?? 0) > 0;
  }

  /** Suspends the workspace for good, and frees its subdomain for another one. */
  async markForDeletion(inner: InnerScope): Promise<WorkspaceRow> {
    const id = inner.workspaceId;
    const changes = {
      subdomain: `deleting-${id}`,
      deletingAt: () => 'now()',
      // LEAST keeps an earlier moment, if there is one. Citus refuses the current time in COALESCE.
      suspendedAt: () => 'least(suspended_at, now())',
    };
    await inner.transaction.manager.update(Workspace, { id, deletingAt: IsNull() }, changes);
    return inner.transaction.manager.findOneOrFail(Workspace, { select: SHOWN, where: { id } });
  }

  async change(inner: InnerScope, changes: Partial<WorkspaceSettings>): Promise<void> {
    const id = inner.workspaceId;
    await inner.transaction.manager.update(Workspace, { id }, { ...changes, updatedAt: new Date() });
  }
}
