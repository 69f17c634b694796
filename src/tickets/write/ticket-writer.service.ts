import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CustomersService, type Person } from '../../customers/customers.service.js';
import { AuditLog } from '../../events/audit-log.service.js';
import { invalidRequest } from '../../kernel/errors.js';
import type { CustomerId, TicketId } from '../../kernel/ids.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import { together } from '../../kernel/together.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabularies } from '../../fields/known/known-vocabularies.service.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { TicketCounts } from '../counts/ticket-counts.service.js';
import { TicketReaderRepository } from '../read/ticket-reader.repository.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { ticketHistory } from '../rules/ticket-history.rules.js';
import { assigneesIn, mayReopen, ticketNames } from '../rules/ticket-names.rules.js';
import { attachmentTerms, TicketAttachmentsService, type TicketFiles } from './ticket-attachments.service.js';
import { ticketsImported, ticketsSeeded, ticketsUpdated, type WrittenBatch } from './ticket-audit.rules.js';
import { TicketAuditService } from './ticket-audit.service.js';
import {
  externalKeysOf,
  judgeCreation,
  newTicket,
  planBatch,
  settleBatch,
  type EntryDrafts,
  type EntryOutcome,
  type Step,
  type Verdict,
} from './ticket-batch.rules.js';
import {
  type BatchRules,
  CREATION,
  IMPORT,
  type StoredTicket,
  type RaisedTicket,
  type UnnumberedTicket,
  withCleanDescription,
} from './ticket-content.rules.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';
import type { TicketEntry } from '../rules/ticket.changes.js';

/** How a ticket is raised: by default as a client of the API does. */
export interface Raising {
  readonly rules?: BatchRules;
  /** Begins the unit of work. An error undoes the ticket. */
  readonly first?: (inner: InnerScope, id: TicketId) => Promise<void>;
  /** Writes more behind the ticket, with the last statements of the unit of work (`UnitOfWork.last`). */
  readonly besides?: (inner: InnerScope, id: TicketId) => Promise<void>;
}

/** The ticket of each entry of a batch, null for a rejected one, and the result of each entry. */
interface ImportedTickets {
  readonly ids: readonly (TicketId | null)[];
  readonly outcomes: readonly EntryOutcome[];
}

/** More that a batch of an import has written. */
export interface WrittenBesides {
  /** Whether something was written for an entry: then its ticket counts as updated. */
  readonly isTouched: (index: number) => boolean;
  readonly customersCreated: number;
  /** More for the audit trail's entry about the batch. */
  readonly counts: Readonly<Record<string, number>>;
}

interface Written extends WrittenBatch, ImportedTickets {
  readonly vocabulary: KnownVocabulary;
}

/**
 * Creates tickets. Every unit of work locks in one order: the members that it assigns, the numbers of the workspace, tickets, customers.
 * So numbers have no gaps, no external id is added twice, and writers never wait for each other in a circle.
 */
@Injectable()
export class TicketWriterService {
  constructor(
    private readonly tickets: TicketWriterRepository,
    private readonly people: TicketReaderRepository,
    private readonly reader: TicketReaderService,
    private readonly vocabularies: KnownVocabularies,
    private readonly customers: CustomersService,
    private readonly counts: TicketCounts,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly ticketAudit: TicketAuditService,
    private readonly files: TicketAttachmentsService,
  ) {}

  numberFromOne(inner: InnerScope): Promise<void> {
    return this.tickets.addCounter(inner);
  }

  /** Creates one ticket (extensions, section 11). @throws invalid_request with every problem */
  async create(
    scope: TenantScope,
    sent: Draft<TicketEntry>,
    { rules = CREATION, first, besides }: Raising = {},
  ): Promise<NamedTicket> {
    const draft = withCleanDescription(sent);
    await this.files.prepare(scope, draft.value.changes);
    const added = await this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const { changes } = draft.value;
      const id = uuid() as TicketId;
      const [, assignees, vocabulary, known, taken, now] = await Promise.all([
        first?.(inner, id),
        this.tickets.holdAssignees(inner, changes),
        this.vocabularies.current(inner),
        this.customers.find(inner, changes.email),
        this.tickets.findByExternalKey(inner, draft.value),
        this.tickets.clock(inner),
      ]);
      const names = ticketNames(vocabulary, assignees);
      const problems = new Problems(draft.problems);
      const files = await this.files.hold(inner, null, changes, problems);
      const step = judgeCreation(draft.value, taken, { names, history: null, now, rules }, problems);
      if (step === null || problems.any) throw invalidRequest(problems);
      const customerId = known ?? (await this.newCustomer(inner, step));
      const content = newTicket(step, customerId);
      const description = this.files.storedDescription(content.description, files);
      const row = { ...content, description, id };
      return this.addOne(inner, vocabulary, row, files, changes.isSilent, besides);
    });
    this.counts.noteWritten(scope);
    return this.reader.settled(scope, added);
  }

  /** Adds or updates the tickets of a batch, in the order of the entries. `besides` writes more in the unit of work. */
  async importAll(
    scope: TenantScope,
    drafts: EntryDrafts,
    besides: (bulk: InnerScope<BulkTransaction>, written: ImportedTickets) => Promise<WrittenBesides>,
  ): Promise<readonly EntryOutcome[]> {
    return this.unitOfWork.runInBulk(scope, async (bulk) => {
      const written = await this.writeMany(bulk, drafts);
      const more = await besides(bulk, written);
      const outcomes = written.outcomes.map((outcome, index): EntryOutcome =>
        outcome.result === 'unchanged' && more.isTouched(index) ? { result: 'updated' } : outcome,
      );
      await this.audit.record(bulk, ...ticketsImported(scope.workspaceId, { ...written, outcomes }, more));
      await this.ticketAudit.record(bulk, written.vocabulary, ticketsUpdated(written.changed));
      return outcomes;
    });
  }

  /** Adds made-up tickets. @throws invalid_request when a name that one uses is gone; then it adds none */
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

  private async newCustomer(inner: InnerScope, step: Step): Promise<CustomerId> {
    await this.tickets.lockNumbers(inner);
    return this.customers.findOrCreate(inner, personOf(step));
  }

  /** Sends all statements and COMMIT together, because others wait for their numbers meanwhile. */
  private async addOne(
    inner: InnerScope,
    vocabulary: KnownVocabulary,
    row: RaisedTicket,
    files: TicketFiles,
    isSilent = false,
    besides?: Raising['besides'],
  ): Promise<NamedTicket> {
    const { after: more } = attachmentTerms(files);
    const { added } = await this.unitOfWork.last(inner, () =>
      together({
        ticket: this.tickets.add(inner, row),
        files: this.files.attach(inner, row.id, files),
        entry: this.ticketAudit.recordCreation(inner, vocabulary, row, isSilent, more),
        besides: besides?.(inner, row.id),
        added: this.reader.row(inner, row.id),
      }),
    );
    return { row: added, vocabulary };
  }

  private async writeMany(bulk: InnerScope<BulkTransaction>, drafts: EntryDrafts): Promise<Written> {
    const assignees = await this.tickets.holdAssigneesOfBatch(
      bulk,
      drafts.flatMap(({ value: entry }) => (entry ? assigneesIn(entry.changes) : [])),
      externalKeysOf(drafts.filter(({ value: entry }) => entry && mayReopen(entry.changes))),
    );
    const vocabulary = await this.vocabularies.current(bulk);
    const now = await this.tickets.lockNumbers(bulk);
    const stored = await this.tickets.lockByExternalKeys(bulk, externalKeysOf(drafts));
    const { removed } = await this.people.members(bulk);
    const names = ticketNames(vocabulary, assignees, removed.values());
    const history = ticketHistory(vocabulary, removed);
    const verdicts = planBatch(drafts, stored, { names, history, now, rules: IMPORT });
    const { idOf, newcomers } = await this.customers.findOrCreateAll(bulk, verdicts.flatMap(peopleOf));
    const { outcomes, added, tickets, changed } = settleBatch(verdicts, idOf, now);
    const rows = await this.numbered(bulk, added);
    await this.tickets.addAll(bulk, rows);
    await this.tickets.changeAll(
      bulk,
      changed.map(({ after }) => after),
    );
    const ids = tickets.map((ticket) => (typeof ticket === 'number' ? rows[ticket] : ticket)?.id ?? null);
    return { outcomes, added: rows, changed, newcomers, vocabulary, ids };
  }

  private async numbered(
    inner: InnerScope,
    added: readonly UnnumberedTicket[],
  ): Promise<readonly StoredTicket[]> {
    const first = added.length === 0 ? 0 : await this.tickets.takeNumbers(inner, added.length);
    return added.map((ticket, index) => ({ ...ticket, id: uuid() as TicketId, number: first + index }));
  }
}

function peopleOf(verdict: Verdict): Person[] {
  return 'step' in verdict ? [personOf(verdict.step)] : [];
}

function personOf({ email, entry }: Step): Person {
  return { email, name: entry.customerName };
}

function refuseRejected(outcomes: readonly EntryOutcome[]): void {
  for (const outcome of outcomes)
    if (outcome.result === 'rejected') throw invalidRequest(new Problems(outcome.problems));
}
