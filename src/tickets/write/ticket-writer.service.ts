import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CustomersService, type Person } from '../../customers/customers.service.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import { invalidRequest, Problems, type Checked } from '../../kernel/errors.js';
import type { CommentId, CustomerId, TicketId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import { together } from '../../kernel/objects.js';
import type { BulkTransaction, InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { TicketMomentsService } from '../dates/ticket-moments.service.js';
import { TicketReaderRepository } from '../read/ticket-reader.repository.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import type { MergedTicket, NewTicket } from '../rules/properties/stored-ticket.js';
import type { TicketEntry } from '../rules/ticket.changes.js';
import { assigneesIn, isDone, mayReopen, ticketNames } from '../rules/ticket-names.rules.js';
import { attachmentTerms, TicketAttachmentsService, type TicketFiles } from './ticket-attachments.service.js';
import {
  namedEntries,
  ticketCreated,
  ticketsImported,
  ticketsSeeded,
  ticketsUpdated,
  type CreationFacts,
  type WrittenBatch,
} from './ticket-audit.rules.js';
import {
  externalKeysOf,
  judgeCreation,
  newTicket,
  planBatch,
  rowsOfBatch,
  slotKey,
  type CheckedEntries,
  type EntryOutcome,
  type BatchRows,
  type BatchStep,
  type JudgedEntry,
} from './ticket-batch.rules.js';
import { HtmlCleanerService } from './html-cleaner.service.js';
import { type BatchRules, CREATION, earlierClosing, IMPORT } from './ticket-content.rules.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

/** Says how a ticket is raised; the defaults are those of the API. */
export interface Raising {
  readonly rules?: BatchRules;
  /** Begins the unit of work. An error undoes the ticket. */
  readonly first?: (inner: InnerScope, id: TicketId) => Promise<void>;
  /** Finds the customer by an id, in place of the address of the entry. */
  readonly customer?: (inner: InnerScope) => Promise<CustomerId>;
  /** Writes more after the ticket, with the last statements of the unit of work (`UnitOfWork.last`). */
  readonly besides?: (inner: InnerScope, id: TicketId) => Promise<void>;
}

/** Counts what a batch of an import has written besides tickets. */
export interface WrittenBesides {
  /** Tells whether something was written for an entry: then its ticket counts as updated. */
  readonly isTouched: (index: number) => boolean;
  readonly customersCreated: number;
  /** The first and the last id of the new comments; null when there are none. */
  readonly commentIds: readonly [CommentId, CommentId] | null;
  readonly counts: Readonly<Record<string, number>>;
}

export type JudgeBatch = (inputs: CheckedEntries) => Promise<readonly EntryOutcome[]>;

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
    private readonly vocabularies: KnownVocabulariesService,
    private readonly customers: CustomersService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly files: TicketAttachmentsService,
    private readonly cleaner: HtmlCleanerService,
  ) {}

  numberFromOne(inner: InnerScope): Promise<void> {
    return this.tickets.addCounter(inner);
  }

  /** Creates one ticket [rule 11]. @throws invalid_request with every problem */
  async create(
    scope: TenantScope,
    sent: Checked<TicketEntry>,
    { rules = CREATION, first, customer, besides }: Raising = {},
  ): Promise<NamedTicket> {
    const changes = await this.cleaner.cleaned(scope, sent.value.changes);
    const { problems: already } = await this.files.prepare(scope, { ...sent, value: changes });
    const entry = { ...sent.value, changes };
    const added = await this.unitOfWork.runLookingAgain(scope, async (inner) => {
      const id = uuid() as TicketId;
      const [, assignees, vocabulary, known, taken, now] = await Promise.all([
        first?.(inner, id),
        this.tickets.holdAssignees(inner, changes),
        this.vocabularies.current(inner),
        customer?.(inner) ?? this.customers.find(inner, changes.email),
        this.tickets.findByExternalKey(inner, entry),
        this.tickets.clock(inner),
      ]);
      const names = ticketNames(vocabulary, assignees);
      const problems = new Problems(already);
      this.moments.check(changes, null, now, problems);
      const files = await this.files.hold(inner, null, changes, problems);
      const step = judgeCreation(entry, taken, { names, removed: null, now, rules }, problems);
      if (step === null || problems.any) throw invalidRequest(problems);
      const customerId = known ?? (await this.newCustomer(inner, step));
      const ticket = newTicket(step, customerId, id);
      const row = { ...ticket, description: this.files.storedDescription(ticket.description, files) };
      const facts = {
        ...{ now, isSilent: changes.isSilent ?? false, isRecorded: entry.createdAt !== undefined },
        earlierClosing: earlierClosing(entry, row),
      };
      return this.addOne(inner, vocabulary, row, files, facts, besides);
    });
    this.counts.noteWritten(scope);
    return this.reader.withNames(scope, added);
  }

  /** Adds or updates the tickets of a batch, in the order of the entries. `besides` writes more in the unit of work. */
  async importAll(
    scope: TenantScope,
    inputs: CheckedEntries,
    besides: (
      bulk: InnerScope<BulkTransaction>,
      written: Pick<BatchRows, 'ids' | 'outcomes'>,
    ) => Promise<WrittenBesides>,
  ): Promise<readonly EntryOutcome[]> {
    return this.unitOfWork.runInBulk(scope, async (bulk) => {
      const written = await this.writeMany(bulk, inputs);
      const more = await besides(bulk, written);
      const outcomes = written.outcomes.map((outcome, index): EntryOutcome =>
        outcome.result === 'unchanged' && more.isTouched(index) ? { result: 'updated' } : outcome,
      );
      await this.audit.record(bulk, ...ticketsImported(scope.workspaceId, { ...written, outcomes }, more));
      const entries = ticketsUpdated(written.changed);
      await this.audit.recordBy(bulk, ...namedEntries(written.vocabulary, entries));
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

  /** Judges the batches of one import and writes nothing. It remembers the tickets that earlier batches would have added. */
  async openPlan(scope: TenantScope): Promise<JudgeBatch> {
    const vocabulary = await this.vocabularies.current(scope);
    const { active, removed } = await this.people.members(scope);
    const names = ticketNames(vocabulary, active, removed.values());
    const added = new Set<number>();
    return async (inputs) => {
      const stored = await this.tickets.findByExternalKeys(scope, externalKeysOf(inputs));
      const now = new Date();
      const judged = planBatch(inputs, stored, { names, removed, now, rules: IMPORT });
      const emailKeys = judged.flatMap(peopleOf).map(({ email }) => foldEmail(email));
      const known = await this.customers.idsOf(scope, emailKeys);
      // A customer who would be created has no id yet: the address takes its place.
      const customerOf = (email: string): CustomerId =>
        known.get(foldEmail(email)) ?? (foldEmail(email) as CustomerId);
      const { outcomes } = rowsOfBatch(judged, customerOf, now);
      return outcomes.map((outcome, index) => {
        const entry = inputs[index]?.value;
        if (outcome.result !== 'added' || !entry || entry.externalId === null) return outcome;
        const key = digestOf(slotKey(entry));
        if (added.has(key)) return { result: 'updated' };
        added.add(key);
        return outcome;
      });
    };
  }

  private async newCustomer(inner: InnerScope, step: BatchStep): Promise<CustomerId> {
    await this.tickets.lockNumbers(inner);
    return this.customers.findOrCreate(inner, personOf(step));
  }

  /** Sends all statements and COMMIT together, because others wait for their numbers meanwhile. */
  private async addOne(
    inner: InnerScope,
    vocabulary: KnownVocabulary,
    row: NewTicket,
    files: TicketFiles,
    facts: CreationFacts & { readonly now: Date },
    besides?: Raising['besides'],
  ): Promise<NamedTicket> {
    const entries = ticketCreated(vocabulary, row, { ...facts, ...attachmentTerms(files) });
    const { added } = await this.unitOfWork.last(inner, () =>
      together({
        ticket: this.tickets.add(inner, row, isOpenedAgain(row, facts, vocabulary) ? 1 : 0),
        files: this.files.attach(inner, row.id, files),
        entry: this.audit.recordBy(inner, ...entries),
        moments: this.moments.keep(inner, vocabulary, { before: null, after: unmerged(row), now: facts.now }),
        besides: besides?.(inner, row.id),
        added: this.reader.row(inner, row.id),
      }),
    );
    return { row: added, vocabulary };
  }

  private async writeMany(bulk: InnerScope<BulkTransaction>, inputs: CheckedEntries): Promise<WrittenBatch> {
    const assignees = await this.tickets.holdAssigneesOfBatch(
      bulk,
      inputs.flatMap(({ value: entry }) => (entry ? assigneesIn(entry.changes) : [])),
      externalKeysOf(inputs.filter(({ value: entry }) => entry && mayReopen(entry.changes))),
    );
    const vocabulary = await this.vocabularies.current(bulk);
    const now = await this.tickets.lockNumbers(bulk);
    const stored = await this.tickets.findByExternalKeys(bulk, externalKeysOf(inputs), 'locked');
    const { removed } = await this.people.members(bulk);
    const names = ticketNames(vocabulary, assignees, removed.values());
    const judged = planBatch(inputs, stored, { names, removed, now, rules: IMPORT });
    const { idOf, addedCustomers } = await this.customers.findOrCreateAll(bulk, judged.flatMap(peopleOf));
    const { outcomes, added, changed, ids } = rowsOfBatch(judged, idOf, now);
    const first = added.length === 0 ? 0 : await this.tickets.takeNumbers(bulk, added.length);
    const rows = added.map((ticket, index) => ({ ...ticket, number: first + index }));
    await this.tickets.addAll(bulk, rows);
    await this.tickets.changeAll(
      bulk,
      changed.map(({ after }) => after),
    );
    await this.moments.keep(
      bulk,
      vocabulary,
      ...rows.map((row) => ({ before: null, after: unmerged(row), ...RECORDED, now })),
      ...changed.map(({ before, after }) => ({
        ...{ before: unmerged(before), after: unmerged(after), ...RECORDED, now },
      })),
    );
    return { outcomes, added: rows, changed, addedCustomers, vocabulary, ids };
  }
}

/** A file has dates as another system recorded them. */
const RECORDED = { isRecorded: true } as const;

/** A new ticket is merged into none, and neither is one that an import changes. */
const unmerged = <Ticket>(ticket: Ticket): Ticket & MergedTicket => ({ ...ticket, mergedIntoId: null });

/** Tells whether a new ticket was closed and then reopened [rule 29]. */
function isOpenedAgain(
  { statusId }: NewTicket,
  { earlierClosing: closedAt }: CreationFacts,
  vocabulary: KnownVocabulary,
): boolean {
  return closedAt !== null && !isDone(statusId, vocabulary);
}

function peopleOf(judgedEntry: JudgedEntry): Person[] {
  return 'step' in judgedEntry ? [personOf(judgedEntry.step)] : [];
}

function personOf({ email, entry }: BatchStep): Person {
  return { email, name: entry.customerName };
}

/** Makes a number from a key, because a million keys would take too much memory. */
function digestOf(key: string): number {
  return createHash('sha1').update(key).digest().readUIntBE(0, 6);
}

function refuseRejected(outcomes: readonly EntryOutcome[]): void {
  for (const outcome of outcomes)
    if (outcome.result === 'rejected') throw invalidRequest(new Problems(outcome.problems));
}
