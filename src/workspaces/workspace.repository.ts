import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Statement } from '../tenancy/statement.js';
import { TenantDatabase } from '../tenancy/tenant-database.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { Workspace } from '../tenancy/workspace.entity.js';
import { TicketCounter } from '../tickets/entities/ticket-counter.entity.js';

/** What of a workspace can change. */
export type WorkspaceSettings = Pick<Workspace, 'name' | 'knowledgeBaseName' | 'requestsPerMinute'>;

/** One workspace of the installation. */
export type WorkspaceRow = WorkspaceSettings & Pick<Workspace, 'id' | 'subdomain' | 'createdAt'>;

const COLUMNS = `id, subdomain, name, knowledge_base_name AS "knowledgeBaseName", created_at AS "createdAt",
  requests_per_minute AS "requestsPerMinute"`;

/** Ends with the transaction. Whoever makes or changes a workspace by its subdomain comes one after the other. */
const LOCK_SUBDOMAIN: Statement = {
  name: 'workspaces.lock_subdomain',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('workspace ' || $1, 0))`,
};

const FIND_BY_SUBDOMAIN: Statement = {
  name: 'workspaces.find_by_subdomain',
  text: `SELECT ${COLUMNS} FROM workspaces WHERE subdomain = $1`,
};

/** All SQL of the table of workspaces, which is no tenant table: it says which tenants there are. */
@Injectable()
export class WorkspaceRepository extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly dataSource: DataSource,
  ) {
    super(database);
  }

  listAll(): Promise<WorkspaceRow[]> {
    return this.dataSource.query<WorkspaceRow[]>(`SELECT ${COLUMNS} FROM workspaces ORDER BY subdomain`);
  }

  async findBySubdomain(subdomain: string): Promise<WorkspaceRow | null> {
    const [row] = await this.dataSource.query<WorkspaceRow[]>(FIND_BY_SUBDOMAIN.text, [subdomain]);
    return row ?? null;
  }

  /** Waits until nobody else works on the subdomain, then says who has it. */
  async lockSubdomain(inner: InnerScope, subdomain: string): Promise<WorkspaceRow | null> {
    await inner.transaction.query(LOCK_SUBDOMAIN, [subdomain]);
    const rows = await inner.transaction.query(FIND_BY_SUBDOMAIN, [subdomain]);
    return (rows as WorkspaceRow[])[0] ?? null;
  }

  /** Adds the workspace that the scope names, and the counter of its tickets. */
  async add(inner: InnerScope, workspace: WorkspaceSettings & { readonly subdomain: string }): Promise<void> {
    const row = { ...workspace, id: inner.workspaceId };
    await inner.transaction.manager.createQueryBuilder().insert().into(Workspace).values(row).execute();
    await this.insert(inner, TicketCounter, [{ lastNumber: 0 }]);
  }

  async change(inner: InnerScope, changes: Partial<WorkspaceSettings>): Promise<void> {
    const id: WorkspaceId = inner.workspaceId;
    await inner.transaction.manager.update(Workspace, { id }, { ...changes, updatedAt: new Date() });
  }
}
