import { Injectable } from '@nestjs/common';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { NewAuditEntry } from './audit-entry.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditFilter, AuditRow } from './audit.sql.js';
import { EventStreams } from './feed/event-streams.service.js';

/** Entries in one read. One of before the trail kept digests may hold two descriptions of a ticket, so even a few can take several megabytes. */
const PAGE = 50;

/** The audit trail: who changed what, when, from what to what (decision 14). */
@Injectable()
export class AuditLog {
  constructor(
    private readonly entries: AuditRepository,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Adds entries in the unit of work that makes the changes, so both are kept or neither. The scope says who makes the
   * change and in which request.
   */
  async record(inner: InnerScope, ...entries: readonly NewAuditEntry[]): Promise<void> {
    await this.add(inner, entries);
  }

  /** The same by a statement of the feature, which takes the values of `ADD` and puts more into the entries. */
  async recordBy(inner: InnerScope, statement: Statement, entries: readonly NewAuditEntry[]): Promise<void> {
    await this.add(inner, entries, statement);
  }

  private async add(
    inner: InnerScope,
    entries: readonly NewAuditEntry[],
    statement?: Statement,
  ): Promise<void> {
    if (entries.length === 0) return;
    this.unitOfWork.afterwards(inner, () => {
      this.streams.noteWritten(inner, entries.length);
    });
    await this.entries.add(inner, entries, statement);
  }

  /**
   * Deletes entries from before a moment, and adds an entry that says so. The transaction is one of the owner, because the service's role
   * must not delete entries.
   * @returns how many were deleted
   */
  prune(inner: InnerScope, before: Date): Promise<number> {
    return this.entries.prune(inner, before);
  }

  /** Yields the entries that match the query, newest first. Holds one page at a time. */
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

/** A query of the audit trail. */
export interface AuditQuery extends AuditFilter {
  /** The largest number of entries to return. */
  readonly limit?: number;
}
