import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CustomersService, type Newcomers, type Person } from '../../customers/customers.service.js';
import { AuditLog } from '../../events/audit-log.service.js';
import { invalidRequest } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabularies } from '../../vocabulary/known-vocabularies.service.js';
import type { KnownVocabulary } from '../../vocabulary/known-vocabulary.js';
import { TicketReaderRepository } from '../read/ticket-reader.repository.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { ticketHistory } from '../rules/ticket-history.rules.js';
import { assigneesIn, mayReopen, ticketNames } from '../rules/ticket-names.rules.js';
import { ticketNotFound } from '../rules/ticket.errors.js';
import {
  createdTerms,
  ticketsImported,
  ticketsSeeded,
  ticketsUpdated,
  type WrittenBatch,
} from './ticket-audit.rules.js';
import { TicketAuditService } from './ticket-audit.service.js';
import {
  CREATION,
  externalKeysOf,
  IMPORT,
  planBatch,
  settleBatch,
  type BatchRules,
  type EntryDrafts,
  type EntryOutcome,
  type NewTicket,
  type TicketEntry,
  type UnnumberedTicket,
  type Verdict,
} from './ticket-batch.rules.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

interface Written extends WrittenBatch {
  readonly newcomers: Newcomers;
  readonly vocabulary: KnownVocabulary;
}

type AddRows = (rows: readonly NewTicket[]) => Promise<void>;

/**
 * Creates tickets, one or many at a time. Every unit of work locks in the same order: the members that it assigns, the numbers
 * of the workspace, tickets, customers. So numbers have no gaps, no external id is added twice, and writers never wait for each
 * other in a circle.
 */
@Injectable()
export class TicketWriterService {
  constructor(
    private readonly tickets: TicketWriterRepository,
    private readonly people: TicketReaderRepository,
    private readonly reader: TicketReaderService,
    private readonly vocabularies: KnownVocabularies,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly ticketAudit: TicketAuditService,
  ) {}

  /**
   * Creates one ticket.
   * @throws invalid_request with every problem; also when the external id is taken
   */
  async create(scope: TenantScope, draft: Draft<TicketEntry>): Promise<NamedTicket> {
    return this.unitOfWork.run(scope, async (inner) => {
      const written = await this.write(inner, [draft], CREATION, async (rows) => {
        for (const row of rows) await this.tickets.add(inner, row);
      });
      refuseRejected(written.outcomes);
      await this.customers.record(inner, written.newcomers);
      await this.ticketAudit.record(
        inner,
        written.vocabulary,
        written.added.map((one) => ({
          ...{ action: 'ticket.created', id: one.id, number: one.number },
          ...createdTerms(one),
        })),
      );
      const ticket = written.added[0] && (await this.reader.find(inner, { id: written.added[0].id }));
      if (!ticket) throw ticketNotFound();
      return ticket;
    });
  }

  /**
   * Adds or updates the tickets of a batch. The batch is kept whole or not at all, without the entries that are rejected.
   * Numbers follow the order of the entries.
   * @returns what became of each entry, in their order
   */
  async importAll(scope: TenantScope, drafts: EntryDrafts): Promise<readonly EntryOutcome[]> {
    return this.unitOfWork.runInBulk(scope, async (bulk) => {
      const written = await this.writeMany(bulk, drafts);
      await this.audit.record(bulk, ...ticketsImported(scope.workspaceId, written));
      await this.ticketAudit.record(bulk, written.vocabulary, ticketsUpdated(written.changed));
      return written.outcomes;
    });
  }

  /**
   * Adds made-up tickets, all of them or none.
   * @throws invalid_request when one is rejected, because a name that it uses is gone
   */
  async seedAll(scope: TenantScope, entries: readonly TicketEntry[]): Promise<void> {
    await this.unitOfWork.runInBulk(scope, async (bulk) => {
      const written = await this.writeMany(
        bulk,
        entries.map((value) => ({ value, problems: [] })),
      );
      refuseRejected(written.outcomes);
      await this.audit.record(bulk, ticketsSeeded(scope.workspaceId, written));
    });
  }

  private writeMany(bulk: InnerScope<BulkTransaction>, drafts: EntryDrafts): Promise<Written> {
    return this.write(bulk, drafts, IMPORT, (rows) => this.tickets.addAll(bulk, rows));
  }

  private async write(
    inner: InnerScope,
    drafts: EntryDrafts,
    rules: BatchRules,
    addRows: AddRows,
  ): Promise<Written> {
    const assignees = await this.tickets.holdAssigneesOfBatch(
      inner,
      drafts.flatMap(({ value: entry }) => (entry ? assigneesIn(entry.changes) : [])),
      externalKeysOf(drafts.filter(({ value: entry }) => entry && mayReopen(entry.changes))),
    );
    const vocabulary = await this.vocabularies.current(inner);
    const now = await this.tickets.lockNumbers(inner);
    const stored = await this.tickets.lockByExternalKeys(inner, externalKeysOf(drafts));
    const removed =
      rules.closing === 'as_recorded' ? (await this.people.members(inner)).removed : new Map<string, never>();
    const names = ticketNames(vocabulary, assignees, removed.values());
    const history = rules.closing === 'as_recorded' ? ticketHistory(vocabulary, removed) : null;
    const verdicts = planBatch(drafts, stored, { names, history, now, rules });
    const { idOf, newcomers } = await this.customers.findOrCreateAll(inner, verdicts.flatMap(personOf));
    const { outcomes, added, changed } = settleBatch(verdicts, idOf, now);
    const rows = await this.numbered(inner, added);
    await addRows(rows);
    await this.tickets.changeAll(
      inner,
      changed.map(({ after }) => after),
    );
    return { outcomes, added: rows, changed, newcomers, vocabulary };
  }

  private async numbered(
    inner: InnerScope,
    added: readonly UnnumberedTicket[],
  ): Promise<readonly NewTicket[]> {
    const first = added.length === 0 ? 0 : await this.tickets.takeNumbers(inner, added.length);
    return added.map((ticket, index) => ({ ...ticket, id: uuid() as TicketId, number: first + index }));
  }
}

/** The customer of an accepted entry. */
function personOf(verdict: Verdict): Person[] {
  return 'step' in verdict ? [{ email: verdict.step.email, name: verdict.step.entry.customerName }] : [];
}

function refuseRejected(outcomes: readonly EntryOutcome[]): void {
  for (const outcome of outcomes)
    if (outcome.result === 'rejected') throw invalidRequest(new Problems(outcome.problems));
}
