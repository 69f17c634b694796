import { Injectable } from '@nestjs/common';
import type { FieldId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { jsonArraysOf } from '../../kernel/objects.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import { TicketCounter } from '../entities/ticket.entity.js';
import { assigneesIn } from '../rules/ticket-names.rules.js';
import { ticketMerged, type NumberedTicket } from '../rules/ticket-merging.rules.js';
import type { ExternalKey } from '../rules/ticket.changes.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { LockTimes, MergedTicket, NewTicket, StoredTicket } from '../rules/properties/stored-ticket.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import * as sql from './ticket-writer.sql.js';

/** One statement writes rows of about this number of characters. PostgreSQL takes no array of more than 256 MiB. */
const ROWS_CHARACTERS = 8 * 1024 * 1024;

/** A ticket whose row is locked until the unit of work ends. */
export type LockedTicket = StoredTicket & MergedTicket & Versioned & LockTimes;

/** Writes tickets, and locks or reads rows that a writer needs. */
@Injectable()
export class TicketWriterRepository extends TenantRepository {
  /** Locks the ticket's row, so that concurrent changes come one after the other. */
  lock(inner: InnerScope, ref: TicketRef): Promise<LockedTicket | null> {
    return this.queryOne(inner, ...sql.LOCK(ref));
  }

  /** Refuses a write of a locked ticket that is merged [rule 24]. @throws ticket_merged */
  async refuseMerged(inner: InnerScope, ticket: MergedTicket): Promise<void> {
    const target = await this.targetOf(inner, ticket);
    if (target) throw ticketMerged(target.number);
  }

  /** Finds the ticket into which a locked one is merged; null when there is none. */
  async targetOf(inner: InnerScope, { mergedIntoId }: MergedTicket): Promise<NumberedTicket | null> {
    if (mergedIntoId === null) return null;
    const [target] = await this.query<NumberedTicket>(inner, sql.FIND_NAMED, [[mergedIntoId], []]);
    if (!target) throw new Error('The target of a merged ticket is gone.');
    return target;
  }

  /** Keeps the active members that the changes name active until the unit of work ends, and returns them by their folded address. */
  async holdAssignees(inner: InnerScope, changes: TicketChanges): Promise<Map<string, TeamMemberId>> {
    const emailKeys = assigneesIn(changes);
    const ids = changes.assigneeId ? [changes.assigneeId] : [];
    if (emailKeys.length + ids.length === 0) return new Map();
    return this.held(inner, sql.HOLD_ASSIGNEES, [emailKeys, ids]);
  }

  /** Keeps the assignee of a locked ticket that is done active until the unit of work ends, unless the member is removed already. */
  async holdMember(inner: InnerScope, id: TeamMemberId): Promise<boolean> {
    const [row] = await this.query<{ isRemoved: boolean }>(inner, sql.HOLD_MEMBER, [id]);
    return row?.isRemoved ?? false;
  }

  /** As `holdAssignees`, for folded addresses and for the assignees of the tickets with these external ids. */
  async holdAssigneesOfBatch(
    inner: InnerScope,
    emailKeys: readonly string[],
    keys: readonly ExternalKey[],
  ): Promise<Map<string, TeamMemberId>> {
    if (emailKeys.length + keys.length === 0) return new Map();
    return this.held(inner, sql.HOLD_ASSIGNEES_OF_BATCH, [...sql.pairsOf(keys), emailKeys]);
  }

  async change(inner: InnerScope, id: TicketId, changes: Partial<StoredTicket>): Promise<void> {
    const changed = sql.CHANGEABLE.filter(({ key }) => changes[key] !== undefined);
    await this.query(inner, sql.changeStatement(changed), [id, ...changed.map(({ key }) => changes[key])]);
  }

  listAtWork(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    most: number | null,
  ): Promise<{ readonly id: TicketId; readonly number: number; readonly assigneeId: TeamMemberId }[]> {
    return this.query(inner, sql.LIST_AT_WORK, [assignees, most]);
  }

  /** Unassigns these members from those of the tickets that are not done. @returns the unassigned tickets */
  async unassign(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    ids: readonly TicketId[],
  ): Promise<ReadonlySet<TicketId>> {
    const rows = await this.query<{ id: TicketId }>(inner, sql.UNASSIGN, [assignees, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Removes the values of a deleted field from a few tickets, so that no client waits long. @returns how many had one */
  async clearValues(inner: InnerScope, fieldId: FieldId): Promise<number> {
    return (await this.query(inner, sql.CLEAR_VALUES, [fieldId])).length;
  }

  /** The database's clock, without waiting for a lock. */
  async clock(inner: InnerScope, statement = sql.CLOCK): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(inner, statement);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.now;
  }

  /** Makes others who add tickets wait until the unit of work ends. @returns the time of the database after the lock was taken */
  lockNumbers(inner: InnerScope): Promise<Date> {
    return this.clock(inner, sql.LOCK_NUMBERS);
  }

  /** Takes `count` consecutive numbers. @returns the first of them */
  async takeNumbers(inner: InnerScope, count: number): Promise<number> {
    const [row] = await this.query<{ lastNumber: number }>(inner, sql.TAKE_NUMBERS, [count]);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.lastNumber - count + 1;
  }

  async findByExternalKey(
    inner: InnerScope,
    { externalId, source }: Pick<StoredTicket, 'externalId' | 'source'>,
  ): Promise<Pick<StoredTicket, 'id' | 'number'> | null> {
    if (externalId === null) return null;
    const [row] = await this.query<Pick<StoredTicket, 'id' | 'number'>>(inner, sql.FIND_BY_EXTERNAL_KEY, [
      externalId,
      source,
    ]);
    return row ?? null;
  }

  async findByExternalKeys(
    scope: TenantScope | InnerScope,
    keys: readonly ExternalKey[],
    locking: 'locked' | 'as_read' = 'as_read',
  ): Promise<(StoredTicket & MergedTicket)[]> {
    const statement = locking === 'locked' ? sql.LOCK_BY_EXTERNAL_KEYS : sql.FIND_BY_EXTERNAL_KEYS;
    return keys.length === 0 ? [] : this.query(scope, statement, sql.pairsOf(keys));
  }

  async addCounter(inner: InnerScope): Promise<void> {
    await this.insert(inner, TicketCounter, [{ lastNumber: 0 }]);
  }

  async add(inner: InnerScope, ticket: NewTicket, reopenedCount: number): Promise<void> {
    const row: Partial<StoredTicket> = ticket;
    const values = sql.UNNUMBERED.map(({ key, type }) => {
      const value = row[key];
      return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    });
    await Promise.all([
      this.takeNumbers(inner, 1),
      this.query(inner, sql.ADD_ONE, [...values, reopenedCount]),
    ]);
  }

  /** Adds as many rows as fit into memory: COPY stages them, one statement inserts them under the policies. */
  async addAll(bulk: InnerScope<BulkTransaction>, tickets: readonly StoredTicket[]): Promise<void> {
    if (tickets.length === 0) return;
    await bulk.transaction.stage(sql.STAGED_TICKETS, sql.copyRowsOf(tickets));
    await this.query(bulk, sql.ADD_STAGED);
  }

  /** Writes whole rows, which the unit of work has locked, however long their texts are. */
  async changeAll(inner: InnerScope, tickets: readonly StoredTicket[]): Promise<void> {
    for (const rows of jsonArraysOf(tickets, ROWS_CHARACTERS))
      await this.query(inner, sql.CHANGE_ALL, [rows]);
  }

  private async held(
    inner: InnerScope,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Map<string, TeamMemberId>> {
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(inner, statement, values);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  }
}
