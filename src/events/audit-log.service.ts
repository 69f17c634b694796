import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import type { NewAuditEntry } from './audit-entry.js';
import { AuditRepository, type NotedPruning } from './audit.repository.js';
import { ADD, type AuditFilter, type AuditRow } from './audit.sql.js';
import { EventStreams } from './feed/event-streams.job.js';

/** One read gets at most this number of entries. An old entry may hold two whole descriptions of a ticket, so a few can take several megabytes. */
const PAGE = 50;

export type AuditQuery = AuditFilter & { readonly limit?: number };

/** Records and reads who changed which properties, and when [choice 14]. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly streams: EventStreams,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds entries in the unit of work that makes the changes. The scope says who makes them, and in which request. */
  async record(inner: InnerScope, ...entries: readonly NewAuditEntry[]): Promise<void> {
    await this.recordBy(inner, ADD, entries);
  }

  /** Adds entries by a statement of a feature, which takes the values of `ADD` and adds to them. */
  async recordBy(inner: InnerScope, statement: Statement, entries: readonly NewAuditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    this.unitOfWork.afterwards(inner, () => {
      this.streams.noteWritten(inner, entries.length);
    });
    await this.entries.add(inner, statement, entries);
  }

  /**
   * Deletes entries from before a moment, some in each transaction, and adds one that says so. Events get their positions between the
   * transactions. Only the owner of the tables can. @returns how many were deleted
   */
  async prune(transact: Transact, before: Date): Promise<number> {
    let noted: NotedPruning = { id: uuid(), notedAt: null };
    for (let total = 0; ;) {
      const known = noted;
      const { pruned, notedAt, isDone } = await transact((inner) => this.entries.prune(inner, before, known));
      total += pruned;
      if (isDone) return total;
      noted = { ...known, notedAt };
    }
  }

  /** Yields the entries that match the query, newest first, and holds one page at a time. */
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
