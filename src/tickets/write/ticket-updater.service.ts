import { Injectable } from '@nestjs/common';
import { CustomersService } from '../../customers/customers.service.js';
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
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket, TicketRow } from '../read/ticket.row.js';
import { isDone, mayReopen, ticketNames, type TicketNames } from '../rules/ticket-names.rules.js';
import { parseTicketRef, ticketNotFound } from '../rules/ticket-ref.rules.js';
import type { StoredTicket, TicketChanges } from '../rules/ticket-properties.js';
import { changedTicket } from '../rules/ticket.rules.js';
import { HtmlCleanerService } from './html-cleaner.service.js';
import { attachmentTerms, TicketAttachmentsService, type TicketFiles } from './ticket-attachments.service.js';
import { namedEntries, ticketUpdated } from './ticket-audit.rules.js';
import { TicketWriterRepository, type LockedTicket } from './ticket-writer.repository.js';

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
  ): Promise<NamedTicket> {
    const ref = parseTicketRef(reference);
    if (!ref) throw ticketNotFound();
    const value = await this.cleaner.cleaned(scope, await this.files.prepare(scope, sent.value));
    const written = await this.unitOfWork.run(scope, async (inner) => {
      const [assignees, current, shown] = await Promise.all([
        this.tickets.holdAssignees(inner, value),
        this.tickets.lock(inner, ref),
        precondition && this.reader.find(inner, ref),
      ]);
      if (!current) throw ticketNotFound();
      await this.tickets.refuseMerged(inner, current);
      if (shown) precondition?.(shown);
      const vocabulary = await this.vocabularies.of(inner, current.vocabularyVersion);
      const names = ticketNames(vocabulary, assignees);
      const removed = await this.removedAssignee(inner, current, value, names);
      const problems = new Problems(sent.problems);
      const files = await this.files.hold(inner, current.id, value, problems);
      const changes = await this.decideChanges(inner, current, value, files, { ...names, removed }, problems);
      const row =
        changes === null
          ? await this.reader.row(inner, current.id)
          : await this.write(inner, current, changes, files, vocabulary, value.isSilent);
      return { row, vocabulary };
    });
    this.counts.noteWritten(scope);
    return this.reader.withNames(scope, written);
  }

  /**
   * Takes members off their tickets that are not done [rule 8], or off `most` of them, with an audit entry for each.
   * @returns the numbers of the tickets that each was taken off
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
  ): Promise<ReadonlySet<TeamMemberId>> {
    const isAsked = assigneeId !== null && mayReopen(changes) && isDone(statusId, names);
    return new Set(isAsked && (await this.tickets.holdMember(inner, assigneeId)) ? [assigneeId] : []);
  }

  private async write(
    inner: InnerScope,
    current: LockedTicket,
    changes: Partial<StoredTicket>,
    files: TicketFiles,
    vocabulary: KnownVocabulary,
    isSilent = false,
  ): Promise<TicketRow> {
    const { id } = current;
    const entries = ticketUpdated(current, changes, { isSilent, ...attachmentTerms(files) });
    const { row } = await together({
      files: this.files.attach(inner, id, files),
      ticket: this.tickets.change(inner, id, changes),
      entry: this.audit.recordBy(inner, ...namedEntries(vocabulary, entries)),
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
    names: TicketNames,
    problems: Problems,
  ): Promise<Partial<StoredTicket> | null> {
    const cleaned = changedTicket(current, value, names, current.now, problems);
    const after = { ...cleaned, description: this.files.storedDescription(cleaned.description, files) };
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
