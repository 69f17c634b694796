import { Injectable } from '@nestjs/common';
import type { FieldId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import { TicketCounter } from '../entities/ticket.entity.js';
import { assigneesIn } from '../rules/ticket-names.rules.js';
import type { ExternalKey, TicketChanges } from '../rules/ticket.changes.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import type { TicketState } from '../rules/ticket.rules.js';
import type { RaisedTicket, StoredTicket } from './ticket-content.rules.js';
import {
  ADD_ONE,
  ADD_STAGED,
  CHANGE_ALL,
  changeStatement,
  CLEAR_VALUES,
  CLOCK,
  FIND_BY_EXTERNAL_KEY,
  FIND_BY_EXTERNAL_KEYS,
  HOLD_ASSIGNEES,
  HOLD_ASSIGNEES_OF_BATCH,
  HOLD_MEMBER,
  LIST_AT_WORK,
  LOCK,
  LOCK_BY_EXTERNAL_KEYS,
  LOCK_NUMBERS,
  pairsOf,
  STAGED_TICKETS,
  TAKE_NUMBERS,
  UNASSIGN,
  UNNUMBERED,
} from './ticket-writer.sql.js';
import { CHANGEABLE, copyRowsOf } from './ticket.columns.js';

/** A ticket whose row is locked until the unit of work ends; `now` is the database's clock behind the lock. */
export type LockedTicket = StoredTicket & Versioned & { readonly now: Date };

export type TicketColumnChanges = Partial<TicketState & Pick<StoredTicket, 'customerId'>> &
  Pick<StoredTicket, 'updatedAt'>;

/** Writes tickets, and locks or reads rows that a writer needs. */
@Injectable()
export class TicketWriterRepository extends TenantRepository {
  /** Locks the ticket's row, so that concurrent changes come one after the other. */
  async lock(inner: InnerScope, ref: TicketRef): Promise<LockedTicket | null> {
    const [statement, reference] = 'id' in ref ? [LOCK.id, ref.id] : [LOCK.number, ref.number];
    const [row] = await this.query<LockedTicket>(inner, statement, [reference]);
    return row ?? null;
  }

  /**
   * Keeps the active members that the changes name active until the unit of work ends. Call it before any other lock.
   * @returns those members, by their folded address
   */
  async holdAssignees(inner: InnerScope, changes: TicketChanges): Promise<Map<string, TeamMemberId>> {
    const emailKeys = assigneesIn(changes);
    const ids = changes.assigneeId ? [changes.assigneeId] : [];
    if (emailKeys.length + ids.length === 0) return new Map();
    return this.held(inner, HOLD_ASSIGNEES, [emailKeys, ids]);
  }

  /**
   * Keeps an active member active until the unit of work ends. Only for the assignee of a locked ticket that is done.
   * @returns whether the member is removed
   */
  async holdMember(inner: InnerScope, id: TeamMemberId): Promise<boolean> {
    const [row] = await this.query<{ isRemoved: boolean }>(inner, HOLD_MEMBER, [id]);
    return row?.isRemoved ?? false;
  }

  /** As `holdAssignees`, for folded addresses and for the assignees of the tickets with these external ids. */
  async holdAssigneesOfBatch(
    inner: InnerScope,
    emailKeys: readonly string[],
    keys: readonly ExternalKey[],
  ): Promise<Map<string, TeamMemberId>> {
    if (emailKeys.length + keys.length === 0) return new Map();
    return this.held(inner, HOLD_ASSIGNEES_OF_BATCH, [...pairsOf(keys), emailKeys]);
  }

  async change(inner: InnerScope, id: TicketId, changes: TicketColumnChanges): Promise<void> {
    const values: Partial<Record<keyof StoredTicket, unknown>> = changes;
    const changed = CHANGEABLE.filter(({ key }) => values[key] !== undefined);
    await this.query(inner, changeStatement(changed), [id, ...changed.map(({ key }) => values[key])]);
  }

  /** The tickets of these members that are not done, at most so many of them. */
  listAtWork(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    most: number | null,
  ): Promise<{ readonly id: TicketId; readonly number: number; readonly assigneeId: TeamMemberId }[]> {
    return this.query(inner, LIST_AT_WORK, [assignees, most]);
  }

  /** Takes these members off those of the tickets that are not done. @returns the tickets that they were taken off */
  async unassign(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    ids: readonly TicketId[],
  ): Promise<ReadonlySet<TicketId>> {
    const rows = await this.query<{ id: TicketId }>(inner, UNASSIGN, [assignees, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async clearValues(inner: InnerScope, fieldId: FieldId): Promise<number> {
    return (await this.query(inner, CLEAR_VALUES, [fieldId])).length;
  }

  /** The database's clock, without waiting for a lock. */
  async clock(inner: InnerScope): Promise<Date> {
    return this.clockBy(inner, CLOCK);
  }

  /**
   * Makes others who add tickets wait until the unit of work ends. Call it before locking tickets and customers.
   * @returns the database's clock behind the lock
   */
  async lockNumbers(inner: InnerScope): Promise<Date> {
    return this.clockBy(inner, LOCK_NUMBERS);
  }

  /** Takes `count` consecutive numbers. @returns the first of them */
  async takeNumbers(inner: InnerScope, count: number): Promise<number> {
    const [row] = await this.query<{ lastNumber: number }>(inner, TAKE_NUMBERS, [count]);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.lastNumber - count + 1;
  }

  async findByExternalKey(
    inner: InnerScope,
    { externalId, source }: Pick<StoredTicket, 'externalId' | 'source'>,
  ): Promise<Pick<StoredTicket, 'id' | 'number'> | null> {
    if (externalId === null) return null;
    const [row] = await this.query<Pick<StoredTicket, 'id' | 'number'>>(inner, FIND_BY_EXTERNAL_KEY, [
      externalId,
      source,
    ]);
    return row ?? null;
  }

  findByExternalKeys(scope: TenantScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    return this.byExternalKeys(scope, FIND_BY_EXTERNAL_KEYS, keys);
  }

  lockByExternalKeys(inner: InnerScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    return this.byExternalKeys(inner, LOCK_BY_EXTERNAL_KEYS, keys);
  }

  async addCounter(inner: InnerScope): Promise<void> {
    await this.insert(inner, TicketCounter, [{ lastNumber: 0 }]);
  }

  /** Adds one ticket with the next number. */
  async add(inner: InnerScope, ticket: RaisedTicket): Promise<void> {
    const row: Partial<StoredTicket> = ticket;
    const values = UNNUMBERED.map(({ key, type }) => {
      const value = row[key];
      return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    });
    await Promise.all([this.takeNumbers(inner, 1), this.query(inner, ADD_ONE, values)]);
  }

  /** Adds as many rows as fit into memory: COPY stages them, one statement inserts them under the policies. */
  async addAll(bulk: InnerScope<BulkTransaction>, tickets: readonly StoredTicket[]): Promise<void> {
    if (tickets.length === 0) return;
    await bulk.transaction.stage(STAGED_TICKETS, copyRowsOf(tickets));
    await this.query(bulk, ADD_STAGED);
  }

  /** Writes whole rows, which the unit of work has locked. */
  async changeAll(inner: InnerScope, tickets: readonly StoredTicket[]): Promise<void> {
    if (tickets.length > 0) await this.query(inner, CHANGE_ALL, [JSON.stringify(tickets)]);
  }

  private async clockBy(inner: InnerScope, statement: Statement): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(inner, statement);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.now;
  }

  private async byExternalKeys(
    scope: TenantScope | InnerScope,
    statement: Statement,
    keys: readonly ExternalKey[],
  ): Promise<StoredTicket[]> {
    return keys.length === 0 ? [] : this.query<StoredTicket>(scope, statement, pairsOf(keys));
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
