import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../audit/audit-log.service.js';
import { CustomersService, type Newcomers, type Person } from '../customers/customers.service.js';
import { invalidRequest } from '../kernel/errors.js';
import type { TicketId } from '../kernel/ids.js';
import type { Draft } from '../kernel/problems.js';
import { BulkWork } from '../tenancy/bulk-work.js';
import type { StatementScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import {
  CREATION,
  externalKeysOf,
  IMPORT,
  planBatch,
  settleBatch,
  type BatchRules,
  type EntryOutcome,
  type NewTicket,
  type PreparedTicket,
  type TicketChange,
  type TicketEntry,
  type UnnumberedTicket,
  type Verdict,
} from './ticket-batch.rules.js';
import { createdTerms, ticketsImported, ticketsSeeded, ticketsUpdated } from './ticket-audit.rules.js';
import { ticketNotFound } from './ticket.errors.js';
import { TicketRepository } from './ticket.repository.js';
import type { TicketRow } from './ticket.row.js';
import type { TicketHistory } from './ticket-history.rules.js';
import { assigneesIn, type TicketVocabulary } from './ticket-vocabulary.js';

type EntryDrafts = readonly Draft<TicketEntry | null>[];

type AddRows = (rows: readonly NewTicket[]) => Promise<void>;

interface Written {
  readonly outcomes: readonly EntryOutcome[];
  readonly added: readonly NewTicket[];
  readonly changed: readonly TicketChange[];
  readonly newcomers: Newcomers;
}

/**
 * The one way in which tickets come to be, one or many at a time. Every unit of work holds the members that it assigns,
 * then takes the lock of the workspace's numbers, then those of tickets, then customers: so numbers have no gaps, nobody
 * else adds the same external id meanwhile, and two writers never wait for each other.
 */
@Injectable()
export class TicketWriterService {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly bulkWork: BulkWork,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes one ticket.
   * @throws invalid_request with every problem; also when the external id is taken
   */
  async create(scope: TenantScope, draft: Draft<TicketEntry>): Promise<TicketRow> {
    return this.unitOfWork.run(scope, async (inner) => {
      const { outcomes, added, newcomers } = await this.write(inner, [draft], CREATION, async (rows) => {
        for (const row of rows) await this.tickets.add(inner, row);
      });
      const [outcome] = outcomes;
      if (outcome?.result === 'rejected') throw invalidRequest(outcome.problems);
      await this.customers.record(inner, newcomers);
      await this.tickets.addEntries(
        inner,
        added.map((ticket) => ({ action: 'ticket.created', id: ticket.id, ...createdTerms(ticket) })),
      );
      const row = added[0] && (await this.tickets.find(inner, { id: added[0].id }));
      if (!row) throw ticketNotFound();
      return row;
    });
  }

  /**
   * Adds or updates the tickets of a batch, which is kept whole or not at all; entries that are wrong are left out of it.
   * Numbers follow the order of the entries.
   * @param drafts null where nothing of an entry could be read: those are rejected for the problems they come with
   * @returns what became of each entry, in their order
   */
  async importAll(scope: TenantScope, drafts: EntryDrafts): Promise<readonly EntryOutcome[]> {
    return this.bulkWork.run(scope, async (bulk) => {
      const written = await this.write(bulk, drafts, IMPORT, (rows) => this.tickets.addAll(bulk, rows));
      await this.audit.record(bulk, ...ticketsImported(scope.workspaceId, written));
      await this.tickets.addEntries(bulk, ticketsUpdated(written.changed));
      return written.outcomes;
    });
  }

  /** Adds tickets that need no judging, in one unit of work, numbered in their order. */
  async addPrepared(scope: TenantScope, tickets: readonly PreparedTicket[]): Promise<void> {
    await this.bulkWork.run(scope, async (bulk) => {
      await this.tickets.lockNumbers(bulk);
      const { idOf, newcomers } = await this.customers.findOrCreateAll(
        bulk,
        tickets.map(({ customer }) => customer),
      );
      const added = tickets.map(({ customer, ...content }) => ({
        ...content,
        customerId: idOf(customer.email),
        externalId: null,
        source: null,
      }));
      const rows = await this.numbered(bulk, added);
      await this.tickets.addAll(bulk, rows);
      await this.audit.record(bulk, ticketsSeeded(scope.workspaceId, { added: rows, newcomers }));
    });
  }

  /** Everything that tickets of the workspace can say now. */
  async vocabulary(scope: TenantScope): Promise<TicketVocabulary> {
    return this.tickets.vocabulary(scope, 'all');
  }

  /** What nobody can set any more, but an import may name where it was. */
  async history(scope: TenantScope): Promise<TicketHistory> {
    return this.tickets.history(scope);
  }

  private async write(
    inner: StatementScope,
    drafts: EntryDrafts,
    rules: BatchRules,
    addRows: AddRows,
  ): Promise<Written> {
    await this.tickets.holdAssignees(
      inner,
      drafts.flatMap(({ value: entry }) => (entry ? assigneesIn(entry.changes) : [])),
    );
    const vocabulary = await this.tickets.vocabulary(inner, 'all');
    const now = await this.tickets.lockNumbers(inner);
    const stored = await this.tickets.lockByExternalKeys(inner, externalKeysOf(drafts));
    const history = rules.closing === 'as_recorded' ? await this.tickets.history(inner) : null;
    const verdicts = planBatch(drafts, stored, { vocabulary, history, now, rules });
    const { idOf, newcomers } = await this.customers.findOrCreateAll(inner, verdicts.flatMap(personOf));
    const { outcomes, added, changed } = settleBatch(verdicts, idOf, now);
    const rows = await this.numbered(inner, added);
    await addRows(rows);
    await this.tickets.changeAll(
      inner,
      changed.map(({ after }) => after),
    );
    return { outcomes, added: rows, changed, newcomers };
  }

  private async numbered(
    inner: StatementScope,
    added: readonly UnnumberedTicket[],
  ): Promise<readonly NewTicket[]> {
    const first = added.length === 0 ? 0 : await this.tickets.takeNumbers(inner, added.length);
    return added.map((ticket, index) => ({ ...ticket, id: uuid() as TicketId, number: first + index }));
  }
}

/** Whose ticket an accepted entry is. */
function personOf(verdict: Verdict): Person[] {
  return 'step' in verdict ? [{ email: verdict.step.email, name: verdict.step.entry.customerName }] : [];
}
