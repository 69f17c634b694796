import { Injectable } from '@nestjs/common';
import type { CustomerId, FieldId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import { TicketCounter } from '../entities/ticket-counter.entity.js';
import { assigneesIn } from '../rules/ticket-names.rules.js';
import type { TicketChanges } from '../rules/ticket.changes.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import type { TicketState } from '../rules/ticket.rules.js';
import type { ExternalKey, NewTicket, RaisedTicket, StoredTicket } from './ticket-content.rules.js';
import {
  ADD_ONE,
  ADD_STAGED,
  CLOCK,
  CHANGE_ALL,
  FIND_BY_EXTERNAL_KEY,
  FIND_BY_EXTERNAL_KEYS,
  HOLD_ASSIGNEES_OF_BATCH,
  LOCK_BY_EXTERNAL_KEYS,
  LOCK_NUMBERS,
  STAGED_TICKETS,
  TAKE_NUMBERS,
  UNNUMBERED,
} from './ticket-batch.sql.js';
import { copyRowsOf } from './ticket-copy.rules.js';
import {
  changeStatement,
  CLEAR_VALUES,
  HOLD_ASSIGNEES,
  HOLD_MEMBER,
  LIST_AT_WORK,
  LOCK_BY_ID,
  LOCK_BY_NUMBER,
  UNASSIGN,
} from './ticket-update.sql.js';
import { CHANGEABLE } from './ticket.columns.js';

/** A ticket whose row is locked until the unit of work ends; `now` is the database's clock behind the lock. */
export type LockedTicket = StoredTicket & Versioned & { readonly now: Date };

/** The columns that an update changes, and when. */
export type TicketColumnChanges = Partial<TicketState> & {
  readonly customerId?: CustomerId;
  readonly updatedAt: Date;
};

/** A ticket that a member works on. */
export interface AssignedTicket {
  readonly id: TicketId;
  readonly number: number;
  readonly assigneeId: TeamMemberId;
}

/** Writes tickets, and what has to be locked or read for that. */
@Injectable()
export class TicketWriterRepository extends TenantRepository {
  /** Locks the ticket's row, so that concurrent changes come one after the other. */
  async lock(inner: InnerScope, ref: TicketRef): Promise<LockedTicket | null> {
    const [row] =
      'id' in ref
        ? await this.query<LockedTicket>(inner, LOCK_BY_ID, [ref.id])
        : await this.query<LockedTicket>(inner, LOCK_BY_NUMBER, [ref.number]);
    return row ?? null;
  }

  /**
   * Keeps the active members that the changes name, by address or id, active until the unit of work ends. Call it before any other
   * lock.
   * @returns those members, by their folded address
   */
  async holdAssignees(inner: InnerScope, changes: TicketChanges): Promise<Map<string, TeamMemberId>> {
    const emailKeys = assigneesIn(changes);
    const ids = changes.assigneeId ? [changes.assigneeId] : [];
    if (emailKeys.length + ids.length === 0) return new Map();
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(inner, HOLD_ASSIGNEES, [
      emailKeys,
      ids,
    ]);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  }

  /**
   * Keeps a member active until the unit of work ends, if it is. Only for the assignee of a locked ticket that is done: a removal
   * does not wait for such a ticket.
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
    const rows = await this.query<{ id: TeamMemberId; emailKey: string }>(inner, HOLD_ASSIGNEES_OF_BATCH, [
      ...pairsOf(keys),
      emailKeys,
    ]);
    return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
  }

  /** Writes the changed columns. There is one prepared statement for each set of columns, because building one takes longer. */
  async change(inner: InnerScope, id: TicketId, changes: TicketColumnChanges): Promise<void> {
    const values: Partial<Record<keyof NewTicket, unknown>> = changes;
    const changed = CHANGEABLE.filter(({ key }) => values[key] !== undefined);
    await this.query(inner, changeStatement(changed), [id, ...changed.map(({ key }) => values[key])]);
  }

  /** The tickets of these members that are not done, at most so many of them. */
  listAtWork(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    most: number | null,
  ): Promise<AssignedTicket[]> {
    return this.query<AssignedTicket>(inner, LIST_AT_WORK, [assignees, most]);
  }

  /**
   * Takes these members off those of the tickets that are not done.
   * @returns the tickets that they were taken off
   */
  async unassign(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    ids: readonly TicketId[],
  ): Promise<ReadonlySet<TicketId>> {
    const rows = await this.query<{ id: TicketId }>(inner, UNASSIGN, [assignees, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Removes the values of a deleted field from a few hundred tickets. Their `updated_at` stays.
   * @returns how many tickets had one
   */
  async clearValues(inner: InnerScope, fieldId: FieldId): Promise<number> {
    return (await this.query(inner, CLEAR_VALUES, [fieldId])).length;
  }

  /** The database's clock. */
  async clock(inner: InnerScope): Promise<Date> {
    return this.clockBy(inner, CLOCK);
  }

  /**
   * Makes other writers who add tickets to the workspace wait until the unit of work ends, so that no external id is added
   * meanwhile. Call it before locking tickets and customers.
   * @returns the database's clock behind the lock
   */
  async lockNumbers(inner: InnerScope): Promise<Date> {
    return this.clockBy(inner, LOCK_NUMBERS);
  }

  /** The first of `count` consecutive numbers, which belong to the caller when its unit of work is kept. */
  async takeNumbers(inner: InnerScope, count: number): Promise<number> {
    const [row] = await this.query<{ lastNumber: number }>(inner, TAKE_NUMBERS, [count]);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.lastNumber - count + 1;
  }

  /** The ticket that another system knows by this key; null when there is none. */
  async findByExternalKey(
    inner: InnerScope,
    { externalId, source }: Pick<NewTicket, 'externalId' | 'source'>,
  ): Promise<Pick<NewTicket, 'id' | 'number'> | null> {
    if (externalId === null) return null;
    const [row] = await this.query<Pick<NewTicket, 'id' | 'number'>>(inner, FIND_BY_EXTERNAL_KEY, [
      externalId,
      source,
    ]);
    return row ?? null;
  }

  /** The tickets that have one of the external ids. */
  findByExternalKeys(scope: TenantScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    return this.byExternalKeys(scope, FIND_BY_EXTERNAL_KEYS, keys);
  }

  /** The same, locked until the unit of work ends. */
  lockByExternalKeys(inner: InnerScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    return this.byExternalKeys(inner, LOCK_BY_EXTERNAL_KEYS, keys);
  }

  async addCounter(inner: InnerScope): Promise<void> {
    await this.insert(inner, TicketCounter, [{ lastNumber: 0 }]);
  }

  /** Takes the next number and adds the row of one ticket with it. */
  async add(inner: InnerScope, ticket: RaisedTicket): Promise<void> {
    const row: Partial<NewTicket> = ticket;
    const values = UNNUMBERED.map(({ key, type }) => {
      const value = row[key];
      return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    });
    await Promise.all([this.takeNumbers(inner, 1), this.query(inner, ADD_ONE, values)]);
  }

  /** Adds as many rows as fit into memory: COPY stages them, one statement inserts them under the policies. */
  async addAll(bulk: InnerScope<BulkTransaction>, tickets: readonly NewTicket[]): Promise<void> {
    if (tickets.length === 0) return;
    await bulk.transaction.stage(STAGED_TICKETS, copyRowsOf(tickets));
    await this.query(bulk, ADD_STAGED);
  }

  /** Writes whole rows, which the unit of work has locked, in one statement. */
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
    if (keys.length === 0) return [];
    return this.query<StoredTicket>(scope, statement, pairsOf(keys));
  }
}

function pairsOf(keys: readonly ExternalKey[]): [string[], (string | null)[]] {
  return [keys.map(({ externalId }) => externalId), keys.map(({ source }) => source)];
}
