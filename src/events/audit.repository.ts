import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { partsOf } from '../kernel/objects.js';
import type { Statement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { ticketOf, type NewAuditEntry } from './audit-entry.js';
import * as sql from './audit.sql.js';
import { entriesStatement, type AuditFilter, type AuditRow, type EntryCursor } from './audit.sql.js';
import { LOCK_STREAM } from './feed/event-feed.sql.js';
import { withoutLongTexts } from './long-texts.rules.js';

/** One statement adds at most this number of entries: making thousands in one go would hold the event loop. */
const ENTRIES_AT_ONCE = 500;

/** The entry about a pruning; its time is null before it is there. */
export interface NotedPruning {
  readonly id: string;
  readonly notedAt: Date | null;
}

/** An entry that is gone. Its position is null when the feed did not show it. */
interface PrunedEntry {
  readonly at: Date;
  readonly position: number | string | null;
}

function lastPosition(gone: readonly PrunedEntry[]): number | null {
  const last = gone.reduce((most, { position }) => Math.max(most, Number(position ?? 0)), 0);
  return last === 0 ? null : last;
}

/** A transaction of a pruning has deleted this number of entries. It is done when no other transaction is needed. */
export type Pruned = Pick<NotedPruning, 'notedAt'> & { readonly pruned: number; readonly isDone: boolean };

@Injectable()
export class AuditRepository extends TenantRepository {
  /** Adds entries by a statement that takes the values of `ADD`. It replaces long texts by their size and digest. */
  async add(inner: InnerScope, statement: Statement, entries: readonly NewAuditEntry[]): Promise<void> {
    for (const some of partsOf(entries, ENTRIES_AT_ONCE)) await this.addSome(inner, statement, some);
  }

  private async addSome(
    inner: InnerScope,
    statement: Statement,
    entries: readonly NewAuditEntry[],
  ): Promise<void> {
    const { apiKeyId, initiator } = inner;
    const rows = entries.map((entry) => {
      const { subject, action, before, after, counted = [], isSilent = false } = entry;
      return {
        id: uuid(),
        action,
        subject_type: subject.type,
        subject_id: subject.id,
        ticket_number: subject.number,
        is_silent: isSilent,
        before: withoutLongTexts(before),
        after: withoutLongTexts(after),
        ...(counted.length > 0 && { counted }),
        ticket_id: ticketOf(entry),
      };
    });
    await this.query(inner, statement, [
      apiKeyId,
      initiator.actor,
      initiator.requestId,
      JSON.stringify(rows),
    ]);
  }

  list(
    scope: TenantScope,
    filter: AuditFilter,
    cursor: EntryCursor | null,
    count: number,
  ): Promise<AuditRow[]> {
    const { statement, values } = entriesStatement(filter, cursor, count);
    return this.query<AuditRow>(scope, statement, values);
  }

  /** Deletes old entries, as many as one transaction does, and counts them in the entry about them. */
  async prune(inner: InnerScope, before: Date, { id, notedAt }: NotedPruning): Promise<Pruned> {
    const { actor, requestId } = inner.initiator;
    await this.query(inner, LOCK_STREAM);
    const at = notedAt ?? (await this.queryOne<{ now: Date }>(inner, sql.PRUNING_BEGINS))?.now ?? before;
    const gone = await this.query<PrunedEntry>(inner, sql.PRUNE, [before, at]);
    const isPart = gone.length < sql.PRUNED_AT_ONCE;
    const isDone = isPart && (await this.query(inner, sql.IS_OLD_LEFT, [before, at])).length === 0;
    if (gone.length === 0) return { pruned: 0, notedAt, isDone };
    const times = gone.map((entry) => entry.at.getTime()).sort((one, other) => one - other);
    const [first = 0, last = first] = [times[0], times.at(-1)];
    await this.query(inner, sql.BEGIN_AFTER, [lastPosition(gone)]);
    const facts = [gone.length, new Date(first), new Date(last)];
    await this.query(inner, sql.NOTE_PRUNING, [at, id, actor, requestId, ...facts]);
    return { pruned: gone.length, notedAt: at, isDone };
  }
}
