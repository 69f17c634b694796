import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { CustomerId, FieldId, TeamMemberId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Precondition } from '../kernel/precondition.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { changedTerms } from './ticket-audit.rules.js';
import { filterOf, namesIn } from './ticket-filter.rules.js';
import { TicketCounts } from './ticket-counts.service.js';
import { parseTicketRef, type TicketRef } from './ticket-ref.js';
import { assigneesIn, EMPTY_VOCABULARY, namesUsedBy, type TicketVocabulary } from './ticket-vocabulary.js';
import type { TicketChanges } from './ticket.changes.js';
import { ticketNotFound } from './ticket.errors.js';
import type { TicketQuery } from './ticket.filter.js';
import { TicketRepository, type LockedTicket, type TicketColumnChanges } from './ticket.repository.js';
import type { TicketRow } from './ticket.row.js';
import { changedTicket, differenceOf } from './ticket.rules.js';

/** What clients do with tickets (specification 4.3 to 4.5, decisions section 4). */
@Injectable()
export class TicketsService {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly customers: CustomersService,
    private readonly counts: TicketCounts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * One ticket, by id or number.
   * @throws ticket_not_found
   */
  async get(scope: TenantScope, reference: string): Promise<TicketRow> {
    const ref = parseTicketRef(reference);
    const row = ref && (await this.tickets.find(scope, ref));
    if (!row) throw ticketNotFound();
    return row;
  }

  /**
   * A page of the tickets that the query describes.
   * @throws invalid_request for values that cannot exist
   */
  async list(scope: TenantScope, query: Draft<TicketQuery>, page: PageRequest): Promise<Page<TicketRow>> {
    const problems = new Problems(query.problems);
    const names = namesIn(query.value);
    const vocabulary = names === null ? EMPTY_VOCABULARY : await this.tickets.vocabulary(scope, names);
    const filter = filterOf(query.value, vocabulary, new Date(), problems);
    refuseIfAny(problems);
    const { waitingChanges, ...found } = await this.tickets.list(scope, filter, query.value.order, page);
    this.counts.noteWaiting(scope, waitingChanges);
    return found;
  }

  /**
   * Changes what the draft names and nothing else; `updated_at` moves only when something really changed.
   * @throws ticket_not_found, what the precondition throws, invalid_request with every problem
   */
  async update(
    scope: TenantScope,
    reference: string,
    draft: Draft<TicketChanges>,
    precondition: Precondition<TicketRow> = null,
  ): Promise<TicketRow> {
    const ref = parseTicketRef(reference);
    if (!ref) throw ticketNotFound();
    const updated = await this.unitOfWork.run(scope, async (inner) => {
      const [, current, vocabulary, shown] = await Promise.all([
        this.tickets.holdAssignees(inner, assigneesIn(draft.value)),
        this.tickets.lock(inner, ref),
        this.tickets.vocabulary(inner, namesUsedBy(draft.value)),
        precondition && this.tickets.find(inner, ref),
      ]);
      if (!current) throw ticketNotFound();
      if (shown) precondition?.(shown);
      const changes = await this.changesOf(inner, current, draft, vocabulary);
      if (changes === null) return this.reread(inner, ref);
      const [, row] = await Promise.all([
        this.tickets.change(inner, current.id, changes),
        this.tickets.findAndAddEntry(inner, current.id, changedTerms(current, changes)),
      ]);
      if (!row) throw ticketNotFound();
      return row;
    });
    this.counts.noteWritten(scope);
    return updated;
  }

  /**
   * Takes members off their tickets that are not closed, spam or trash (decisions, section 8), or off `most` of them. The audit
   * trail is the caller's to write: one entry tells of all tickets of a member.
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
    const unassigned = new Map(members.map((id) => [id, [] as number[]]));
    for (const { id, number, assigneeId } of tickets)
      if (freed.has(id)) unassigned.get(assigneeId)?.push(number);
    return unassigned;
  }

  /** Whether there are more tickets than `most` that these members could be taken off. */
  async areAtWorkOnMore(inner: InnerScope, members: readonly TeamMemberId[], most: number): Promise<boolean> {
    return (await this.tickets.listAtWork(inner, members, most + 1)).length > most;
  }

  /**
   * Takes the values of a deleted field out of a few hundred tickets, so that no client waits for one of them noticeably;
   * `updated_at` stays, because nobody has seen the values since.
   * @returns how many tickets held one: none when it is done
   */
  clearValues(inner: InnerScope, fieldId: FieldId): Promise<number> {
    return this.tickets.clearValues(inner, fieldId);
  }

  /** The columns to write; null when nothing really changes. */
  private async changesOf(
    inner: InnerScope,
    current: LockedTicket,
    draft: Draft<TicketChanges>,
    vocabulary: TicketVocabulary,
  ): Promise<TicketColumnChanges | null> {
    const problems = new Problems(draft.problems);
    const after = changedTicket(current, draft.value, vocabulary, current.now, problems);
    refuseIfAny(problems);
    const customerId = await this.customerOf(inner, current, draft.value);
    const changes = {
      ...differenceOf(current, after),
      ...(customerId !== current.customerId && { customerId }),
    };
    return Object.keys(changes).length === 0 ? null : { ...changes, updatedAt: current.now };
  }

  private async customerOf(
    inner: InnerScope,
    current: LockedTicket,
    { email }: TicketChanges,
  ): Promise<CustomerId> {
    return email === undefined ? current.customerId : this.customers.findOrCreate(inner, { email });
  }

  private async reread(inner: InnerScope, ref: TicketRef): Promise<TicketRow> {
    const row = await this.tickets.find(inner, ref);
    if (!row) throw ticketNotFound();
    return row;
  }
}
