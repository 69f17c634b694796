import { Injectable } from '@nestjs/common';
import type { StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import type { NewAuditEntry } from './audit-entry.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditFilter, AuditRow } from './audit.sql.js';

/** Entries read at once. Each may hold two descriptions of a ticket, so that a few fill some megabytes. */
const PAGE = 50;

/** The audit trail: who changed what, when, from what to what (decision 14). */
@Injectable()
export class AuditLog {
  constructor(private readonly entries: AuditRepository) {}

  /**
   * Remembers changes, in the unit of work that makes them: they are kept together or not at all. Who and in which request
   * is the scope's to say.
   */
  async record(inner: StatementScope, ...entries: readonly NewAuditEntry[]): Promise<void> {
    if (entries.length > 0) await this.entries.add(inner, entries);
  }

  /** The entries that meet the filter, newest first; one small page is held at a time. */
  async *read(scope: TenantScope, { limit = Infinity, ...filter }: AuditQuery): AsyncGenerator<AuditRow> {
    let left = limit;
    let cursor: AuditRow | null = null;
    while (left > 0) {
      const page: AuditRow[] = await this.entries.list(scope, filter, cursor, Math.min(PAGE, left));
      yield* page;
      cursor = page.at(-1) ?? null;
      if (page.length < PAGE || cursor === null) return;
      left -= page.length;
    }
  }
}

/** What somebody wants to read of the trail. */
export interface AuditQuery extends AuditFilter {
  /** How many entries at the most. */
  readonly limit?: number;
}
