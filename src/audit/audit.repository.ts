import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import type { NewAuditEntry } from './audit-entry.js';
import { ADD, entriesStatement, type AuditFilter, type AuditRow, type Cursor } from './audit.sql.js';

/** All SQL of the audit trail but what tickets write with their own statements. */
@Injectable()
export class AuditRepository extends TenantRepository {
  async add(inner: StatementScope, entries: readonly NewAuditEntry[]): Promise<void> {
    const rows = entries.map(({ subject, ...entry }) => ({
      id: uuid(),
      subjectType: subject.type,
      subjectId: subject.id,
      ...entry,
    }));
    const { apiKeyId, origin } = inner;
    await this.query(inner, ADD, [apiKeyId, origin.actor, origin.requestId, JSON.stringify(rows)]);
  }

  /** Up to `count` entries that meet the filter, newest first, behind the cursor. */
  list(scope: TenantScope, filter: AuditFilter, cursor: Cursor | null, count: number): Promise<AuditRow[]> {
    const { statement, values } = entriesStatement(filter, cursor, count);
    return this.query<AuditRow>(scope, statement, values);
  }
}
