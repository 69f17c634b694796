import { Injectable } from '@nestjs/common';
import { CustomersService } from '../../customers/customers.service.js';
import type { NewAuditEntry } from '../../events/audit-entry.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import { checkSizeOfValues } from '../../fields/field-values.rules.js';
import { refuseIfAny, Problems, type Precondition, type Checked } from '../../kernel/errors.js';
import type { TeamMemberId } from '../../kernel/ids.js';
import { differing, together } from '../../kernel/objects.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import { NO_VOCABULARY, type KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { TicketMomentsService, type TimedChange } from '../dates/ticket-moments.service.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket, TicketRow } from '../read/ticket.row.js';
import { isDone, mayReopen, ticketNames, type TicketNames } from '../rules/ticket-names.rules.js';
import { ticketNotFound, ticketRefOf } from '../rules/ticket-ref.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { changedTicket, type ClosingRule } from '../rules/ticket.rules.js';
import { HtmlCleanerService } from './html-cleaner.service.js';
import { attachmentTerms, TicketAttachmentsService, type TicketFiles } from './ticket-attachments.service.js';
import { namedEntries, ticketUpdated } from './ticket-audit.rules.js';
import { later } from './ticket-content.rules.js';
import { TicketWriterRepository, type LockedTicket } from './ticket-writer.repository.js';

/** The members that a unit of work keeps from being removed. */
export interface HeldMembers {
  /** Finds the active ones that updates name, by their folded address. */
  readonly assignees: ReadonlyMap<string, TeamMemberId>;
  /** Tells whether an assignee of a ticket was removed. One that it does not know is held when that matters. */
  readonly areRemoved?: ReadonlyMap<TeamMemberId, boolean>;
}

/** An update of a locked ticket that is decided and not written yet. `changes` is null when nothing really changes. */
export interface DecidedUpdate {
  readonly current: LockedTicket;
  readonly changes: Partial<StoredTicket> | null;
  readonly files: TicketFiles;
  readonly vocabulary: KnownVocabulary;
  readonly isSilent: boolean | undefined;
}

const NOBODY: ReadonlySet<TeamMemberId> = new Set();

/** Makes the entry of the audit trail about a decided update, with ids in place of names; none when the trail has nothing to say. */
export function entriesOf({ current, changes, files, isSilent = false }: DecidedUpdate): NewAuditEntry[] {
  return changes === null ? [] : ticketUpdated(current, changes, { isSilent, ...attachmentTerms(files) });
}

/** Names the dates of a ticket before and after a decided update. */
export function datedChangeOf({ current, changes }: Pick<DecidedUpdate, 'current' | 'changes'>): TimedChange {
  return { before: current, after: { ...current, ...changes }, now: current.time };
}

/** Changes tickets [spec 4.4] [rule 4]. */
@Injectable()
export class TicketUpdaterService {
  constructor(
    private readonly tickets: TicketWriterRepository,
    private readonly reader: TicketReaderService,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
    private readonly customers: CustomersService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly files: TicketAttachmentsService,
    private readonly cleaner: HtmlCleanerService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes the properties that the input names and nothing else. `updated_at` moves only when something really changes.
   * @throws ticket_not_found, ticket_merged, what the precondition throws, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    sent: Checked<TicketChanges>,
    precondition: Precondition<NamedTicket> = null,
    closing?: ClosingRule,
  ): Promise<NamedTicket> {
    const ref = ticketRefOf(reference);
    const change = await this.prepare(scope, sent);
    const written = await this.unitOfWork.run(scope, async (inner) => {
      const [assignees, current, shown] = await Promise.all([
        this.tickets.holdAssignees(inner, change.value),
        this.tickets.lock(inner, ref),
        precondition && this.reader.find(inner, ref),
      ]);
      if (!current) throw ticketNotFound();
      await this.tickets.refuseMerged(inner, current);
      if (shown) precondition?.(shown);
      const decided = await this.decide(inner, current, change, { assignees }, closing);
      const { vocabulary } = decided;
      return { row: await this.write(inner, decided), vocabulary };
    });
    this.counts.noteWritten(scope);
    return this.reader.withNames(scope, written);
  }

  /** Takes over the files of a change and cleans its description. Call it before the unit of work. @throws invalid_request, unavailable */
  async prepare(scope: TenantScope, sent: Checked<TicketChanges>): Promise<Checked<TicketChanges>> {
    const { value, problems } = await this.files.prepare(scope, sent);
    return { value: await this.cleaner.cleaned(scope, value), problems };
  }

  /**
   * Decides what an update will write of a ticket that is locked and not merged. It makes the customer, if need be, and writes nothing else.
   * @throws invalid_request with every problem
   */
  async decide(
    inner: InnerScope,
    current: LockedTicket,
    { value, problems: already }: Checked<TicketChanges>,
    held: HeldMembers,
    closing?: ClosingRule,
  ): Promise<DecidedUpdate> {
    const vocabulary = await this.vocabularies.of(inner, current.vocabularyVersion);
    const names = ticketNames(vocabulary, held.assignees);
    const removed = await this.removedAssignee(inner, current, value, names, held);
    const problems = new Problems(already);
    const files = await this.files.hold(inner, current.id, value, problems);
    const judged = { names: { ...names, removed }, closing };
    const changes = await this.decideChanges(inner, current, value, files, judged, problems);
    return { current, files, vocabulary, changes, isSilent: value.isSilent };
  }

  /**
   * Unassigns members from their tickets that are not done [rule 8], or from `most` of them, with an audit entry for each.
   * @returns the numbers of the unassigned tickets of each member
   */
  async unassign(
    inner: InnerScope,
    members: readonly TeamMemberId[],
    most: number | null = null,
  ): Promise<ReadonlyMap<TeamMemberId, readonly number[]>> {
    const tickets = await this.tickets.listAtWork(inner, members, most);
    const freed = await this.tickets.unassign(
      inner,
      members,
      tickets.map(({ id }) => id),
    );
    const taken = tickets.filter(({ id }) => freed.has(id));
    const entries = taken.flatMap((ticket) => ticketUpdated(ticket, { assigneeId: null }));
    await this.audit.recordBy(inner, ...namedEntries(NO_VOCABULARY, entries));
    const unassigned = new Map(members.map((id) => [id, [] as number[]]));
    for (const { number, assigneeId } of taken) unassigned.get(assigneeId)?.push(number);
    return unassigned;
  }

  async areAtWorkOnMore(inner: InnerScope, members: readonly TeamMemberId[], most: number): Promise<boolean> {
    return (await this.tickets.listAtWork(inner, members, most + 1)).length > most;
  }

  /** The assignee of a ticket that may be opened again, when that is a removed member. */
  private async removedAssignee(
    inner: InnerScope,
    { assigneeId, statusId }: LockedTicket,
    changes: TicketChanges,
    names: TicketNames,
    { areRemoved }: HeldMembers,
  ): Promise<ReadonlySet<TeamMemberId>> {
    if (assigneeId === null || !mayReopen(changes) || !isDone(statusId, names)) return NOBODY;
    const isRemoved = areRemoved?.get(assigneeId) ?? (await this.tickets.holdMember(inner, assigneeId));
    return isRemoved ? new Set([assigneeId]) : NOBODY;
  }

  private async write(inner: InnerScope, decided: DecidedUpdate): Promise<TicketRow> {
    const { current, changes, files, vocabulary } = decided;
    const { id } = current;
    if (changes === null) return this.reader.row(inner, id);
    const entries = entriesOf(decided);
    const { row } = await together({
      files: this.files.attach(inner, id, files),
      ticket: this.tickets.change(inner, id, changes),
      entry: this.audit.recordBy(inner, ...namedEntries(vocabulary, entries)),
      moments: this.moments.keep(inner, vocabulary, datedChangeOf({ current, changes })),
      row: this.reader.row(inner, id),
    });
    return row;
  }

  /** The columns to write; null when nothing really changes. */
  private async decideChanges(
    inner: InnerScope,
    current: LockedTicket,
    value: TicketChanges,
    files: TicketFiles,
    { names, closing }: { readonly names: TicketNames; readonly closing: ClosingRule | undefined },
    problems: Problems,
  ): Promise<Partial<StoredTicket> | null> {
    const closedAt = later(current.time, current.createdAt);
    const cleaned = changedTicket(current, value, names, closedAt, problems, closing);
    const after = { ...cleaned, description: this.files.storedDescription(cleaned.description, files) };
    this.moments.check(value, current, current.time, problems);
    if (value.fieldValues) checkSizeOfValues(current.fieldValues, after.fieldValues, problems);
    refuseIfAny(problems);
    const { email } = value;
    const customerId =
      email === undefined ? current.customerId : await this.customers.findOrCreate(inner, { email });
    const changes = {
      ...differing(current, after),
      ...(customerId !== current.customerId && { customerId }),
    };
    const isChanged = Object.keys(changes).length > 0 || files.added.length > 0;
    return !isChanged ? null : { ...changes, updatedAt: current.now };
  }
}
