import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CustomerId, FieldId, GroupId, StatusId, TeamMemberId, TicketId } from '../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import type { BulkScope, InnerScope, StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository, type Columns } from '../tenancy/tenant.repository.js';
import type { FieldDefinition } from '../fields/field-values.rules.js';
import { Ticket } from './entities/ticket.entity.js';
import type { TicketFilter, TicketOrder } from './ticket.filter.js';
import type { TicketRef } from './ticket-ref.js';
import type { TicketRow } from './ticket.row.js';
import type { TicketState } from './ticket.rules.js';
import type { NewTicketEntry, TicketEntryTerms } from './ticket-audit.rules.js';
import { ADD_TICKET_ENTRIES, findAndAddEntry } from './ticket-audit.sql.js';
import { copyRowsOf } from './ticket-copy.rules.js';
import type { ExternalKey, NewTicket, StoredTicket } from './ticket-batch.rules.js';
import { CHANGEABLE } from './ticket.columns.js';
import {
  ADD_STAGED,
  CHANGE_ALL,
  changeStatement,
  LOCK_BY_EXTERNAL_KEYS,
  LOCK_NUMBERS,
  STAGED_TICKETS,
} from './ticket-batch.sql.js';
import {
  CLEAR_VALUES,
  FIND_BY_ID,
  FIND_BY_NUMBER,
  HISTORY,
  HOLD_ASSIGNEES,
  LIST_AT_WORK,
  LOCK_BY_ID,
  LOCK_BY_NUMBER,
  TAKE_NUMBERS,
  UNASSIGN,
} from './ticket.sql.js';
import type { TicketHistory } from './ticket-history.rules.js';
import { shownRows, type StoredValuesRow } from './page-values.rules.js';
import { listStatement } from './ticket-list.sql.js';
import type { CategoryNode, TicketVocabulary, VocabularyRequest } from './ticket-vocabulary.js';
import { vocabularyStatement } from './ticket-vocabulary.sql.js';

/** A ticket whose row is locked until the unit of work ends; `now` is the database's clock after the lock was had. */
export type LockedTicket = TicketState & {
  readonly id: TicketId;
  readonly customerId: CustomerId;
  readonly now: Date;
};

/** What an update writes: the columns that change, and when. */
export type TicketColumnChanges = Partial<TicketState> & {
  readonly customerId?: CustomerId;
  readonly updatedAt: Date;
};

/** A ticket that somebody works on. */
export interface AssignedTicket {
  readonly id: TicketId;
  readonly number: number;
  readonly assigneeId: TeamMemberId;
}

/** All SQL of tickets. */
@Injectable()
export class TicketRepository extends TenantRepository {
  async find(scope: TenantScope | InnerScope, ref: TicketRef): Promise<TicketRow | null> {
    const [row] =
      'id' in ref
        ? await this.query<TicketRow>(scope, FIND_BY_ID, [ref.id])
        : await this.query<TicketRow>(scope, FIND_BY_NUMBER, [ref.number]);
    return row ?? null;
  }

  /**
   * A page of the tickets that meet the filter, in full, with the exact total of the same moment.
   * @returns also how many changes had to be added to the counts, which takes longer the more there are; null when all
   * tickets had to be counted
   */
  async list(
    scope: TenantScope,
    filter: TicketFilter,
    order: TicketOrder,
    request: PageRequest,
  ): Promise<Page<TicketRow> & { readonly waitingChanges: number | null }> {
    const { statement, values } = listStatement(filter, order);
    const rows = await this.query<(StoredValuesRow & Totals) | EmptyPage>(scope, statement, [
      ...values,
      request.size,
      offsetOf(request),
    ]);
    const { totalRecords = 0, waitingChanges = 0 } = rows[0] ?? {};
    const items = shownRows(rows.filter((row) => row.id !== null));
    return { items, totalRecords, waitingChanges, request };
  }

  /** The ticket after a change of it, of which the audit trail is told with the same statement. */
  async findAndAddEntry(
    inner: InnerScope,
    id: TicketId,
    { before, after }: TicketEntryTerms,
  ): Promise<TicketRow | null> {
    const { apiKeyId, origin } = inner;
    const [row] = await this.query<TicketRow>(inner, findAndAddEntry(Object.keys(after ?? {})), [
      id,
      uuid(),
      apiKeyId,
      origin.actor,
      origin.requestId,
      JSON.stringify(before),
      JSON.stringify(after),
    ]);
    return row ?? null;
  }

  /** Tells the audit trail of tickets, whose names it finds by their ids. */
  async addEntries(inner: StatementScope, entries: readonly NewTicketEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const { apiKeyId, origin } = inner;
    const rows = entries.map(({ id: ticketId, ...entry }) => ({ id: uuid(), ticketId, ...entry }));
    await this.query(inner, ADD_TICKET_ENTRIES, [
      apiKeyId,
      origin.actor,
      origin.requestId,
      JSON.stringify(rows),
    ]);
  }

  /** Locks the ticket's row, so that concurrent changes come one after the other. */
  async lock(inner: InnerScope, ref: TicketRef): Promise<LockedTicket | null> {
    const [row] =
      'id' in ref
        ? await this.query<LockedTicket>(inner, LOCK_BY_ID, [ref.id])
        : await this.query<LockedTicket>(inner, LOCK_BY_NUMBER, [ref.number]);
    return row ?? null;
  }

  /**
   * Keeps those of the folded addresses that belong to active members so until the unit of work ends. To be taken before
   * the vocabulary is read and before any other lock.
   */
  async holdAssignees(inner: StatementScope, emailKeys: readonly string[]): Promise<void> {
    if (emailKeys.length > 0) await this.query(inner, HOLD_ASSIGNEES, [emailKeys]);
  }

  async vocabulary(
    scope: TenantScope | StatementScope,
    request: VocabularyRequest,
  ): Promise<TicketVocabulary> {
    const { statement, values } = vocabularyStatement(request);
    const [found] = await this.query<FoundVocabulary>(scope, statement, values);
    if (!found) throw new Error('The vocabulary statement returned no row.');
    return {
      statuses: new Map(found.statuses),
      groups: new Map(found.groups),
      assignees: new Map(found.assignees),
      categories: found.categories,
      fields: new Map(found.fields.map((field) => [field.name, field])),
    };
  }

  /** What nobody can set any more. */
  async history(scope: TenantScope | StatementScope): Promise<TicketHistory> {
    const [found] = await this.query<FoundHistory>(scope, HISTORY);
    if (!found) throw new Error('The history statement returned no row.');
    return { members: new Map(found.members), options: new Map(found.options) };
  }

  /** Writes what is named; as one prepared statement for each set of columns, it costs a fraction of a built one. */
  async change(inner: InnerScope, id: TicketId, changes: TicketColumnChanges): Promise<void> {
    const values: Partial<Record<keyof NewTicket, unknown>> = changes;
    const named = CHANGEABLE.filter(({ key }) => values[key] !== undefined);
    await this.query(inner, changeStatement(named), [id, ...named.map(({ key }) => values[key])]);
  }

  /** The tickets of these members that are not closed, spam or trash, at most so many of them. */
  listAtWork(
    inner: InnerScope,
    assignees: readonly TeamMemberId[],
    most: number | null,
  ): Promise<AssignedTicket[]> {
    return this.query<AssignedTicket>(inner, LIST_AT_WORK, [assignees, most]);
  }

  /**
   * Takes these members off those of the tickets that are not closed, spam or trash.
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
   * Takes the values of a deleted field out of a few hundred tickets, which counts as no change of them.
   * @returns how many tickets held one
   */
  async clearValues(inner: InnerScope, fieldId: FieldId): Promise<number> {
    return (await this.query(inner, CLEAR_VALUES, [fieldId])).length;
  }

  /** The first of `count` consecutive numbers that are the caller's when its unit of work is kept. */
  async takeNumbers(inner: StatementScope, count: number): Promise<number> {
    const [row] = await this.query<{ lastNumber: number }>(inner, TAKE_NUMBERS, [count]);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.lastNumber - count + 1;
  }

  /**
   * Makes everyone else who adds tickets to the workspace wait until the unit of work ends, so that what it sees of
   * external ids stays true. To be taken before the locks of tickets and customers.
   * @returns the database's clock after the lock was had
   */
  async lockNumbers(inner: StatementScope): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(inner, LOCK_NUMBERS);
    if (!row) throw new Error('The workspace has no ticket counter.');
    return row.now;
  }

  /** Locks the tickets that have one of the external ids, always in the same order. */
  async lockByExternalKeys(inner: StatementScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    if (keys.length === 0) return [];
    return this.query<StoredTicket>(inner, LOCK_BY_EXTERNAL_KEYS, [
      keys.map(({ externalId }) => externalId),
      keys.map(({ source }) => source),
    ]);
  }

  /** Adds the row of one ticket. */
  async add(inner: InnerScope, ticket: NewTicket): Promise<void> {
    await this.insert(inner, Ticket, [ticket as Columns<Ticket>]);
  }

  /** Adds whole rows, as many as memory holds: COPY brings them, one statement moves them behind the policies. */
  async addAll(bulk: BulkScope, tickets: readonly NewTicket[]): Promise<void> {
    if (tickets.length === 0) return;
    await bulk.transaction.stage(STAGED_TICKETS, copyRowsOf(tickets));
    await this.query(bulk, ADD_STAGED);
  }

  /** Writes whole rows, which the unit of work has locked, in one statement. */
  async changeAll(inner: StatementScope, tickets: readonly StoredTicket[]): Promise<void> {
    if (tickets.length > 0) await this.query(inner, CHANGE_ALL, [JSON.stringify(tickets)]);
  }
}

interface FoundVocabulary {
  readonly statuses: [string, StatusId][];
  readonly groups: [string, GroupId][];
  readonly assignees: [string, TeamMemberId][];
  readonly categories: CategoryNode[];
  readonly fields: FieldDefinition[];
}

interface FoundHistory {
  readonly members: [string, TeamMemberId][];
  readonly options: [FieldId, FieldDefinition['options']][];
}

/** What every row of a page says about the whole list. */
interface Totals {
  readonly totalRecords: number;
  readonly waitingChanges?: number | null;
}

interface EmptyPage extends Totals {
  readonly id: null;
}
