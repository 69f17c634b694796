import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../events/audit-log.service.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { Problems, refuseIfAny, type Checked, type Precondition } from '../../kernel/errors.js';
import type { StatusId } from '../../kernel/ids.js';
import { together } from '../../kernel/objects.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { CLOSED } from '../../vocabulary/vocabulary.rules.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { TicketMomentsService } from '../dates/ticket-moments.service.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import {
  notMerged,
  refuseTooManyMerged,
  takenOver,
  targetOf,
  type MergeSide,
  type NumberedTicket,
} from '../rules/ticket-merging.rules.js';
import { isDone } from '../rules/ticket-names.rules.js';
import { parseTicketRef, ticketNotFound, ticketRefOf, type TicketRef } from '../rules/ticket-ref.rules.js';
import { CommentedTicketsService } from './commented-tickets.service.js';
import {
  namedEntries,
  ticketLedOnEntry,
  ticketMergedEntry,
  ticketUnmergedEntry,
} from './ticket-audit.rules.js';
import { later } from './ticket-content.rules.js';
import { TicketMergingRepository } from './ticket-merging.repository.js';
import { TicketWriterRepository, type LockedTicket } from './ticket-writer.repository.js';

/** A merge as it was asked for. The target is named by its id or number. */
export interface WantedMerge {
  readonly into: string;
}

/**
 * Merges tickets and ends merges [rule 24]. Nothing moves: a merged ticket is closed and leads to its target. It locks the merges of the
 * workspace first, and then tickets in the order of their ids, so no circle of tickets and none of waiting writers can arise.
 */
@Injectable()
export class TicketMergerService {
  constructor(
    private readonly tickets: TicketWriterRepository,
    private readonly merging: TicketMergingRepository,
    private readonly commented: CommentedTicketsService,
    private readonly reader: TicketReaderService,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Merges a ticket into another one. @throws ticket_not_found, ticket_merged, the precondition's errors, invalid_request */
  async merge(
    scope: TenantScope,
    reference: string,
    { value, problems: already }: Checked<Partial<WantedMerge>>,
    precondition: Precondition<NamedTicket> = null,
  ): Promise<NamedTicket> {
    const ref = ticketRefOf(reference);
    const intoRef = value.into === undefined ? null : parseTicketRef(value.into);
    return this.change(scope, async (inner) => {
      const [ticket, into] = await this.merging.find(inner, [ref, intoRef]);
      if (!ticket) throw ticketNotFound();
      const problems = new Problems(already);
      const target = targetOf(ticket, into, problems);
      const led = await this.merging.lockWithMerged(
        inner,
        [ticket.id, ...(target ? [target] : [])],
        ticket.id,
      );
      const current = await this.locked(inner, { id: ticket.id });
      await this.tickets.refuseMerged(inner, current);
      await this.check(inner, current, precondition);
      if (target === null) return refused(problems);
      const sides = await this.merging.sides(inner, ticket.id, target);
      refuseTooManyMerged(...sides, problems);
      refuseIfAny(problems);
      return this.writeMerge(inner, current, sides, led);
    });
  }

  /** Gives a merged ticket its status back. @throws ticket_not_found, the precondition's errors, not_merged */
  async unmerge(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<NamedTicket> = null,
  ): Promise<NamedTicket> {
    const ref = ticketRefOf(reference);
    return this.change(scope, async (inner) => {
      const current = await this.locked(inner, ref);
      await this.check(inner, current, precondition);
      const target = await this.tickets.targetOf(inner, current);
      const statusId = target && (await this.merging.statusBefore(inner, current.id));
      if (!target || !statusId) throw notMerged();
      return this.writeUnmerge(inner, current, target, statusId);
    });
  }

  /** Does work alone among those who merge in the workspace. */
  private async change(
    scope: TenantScope,
    work: (inner: InnerScope) => Promise<NamedTicket>,
  ): Promise<NamedTicket> {
    const written = await this.unitOfWork.run(scope, async (inner) => {
      await this.merging.lock(inner);
      return work(inner);
    });
    this.counts.noteWritten(scope);
    return this.reader.withNames(scope, written);
  }

  private async locked(inner: InnerScope, ref: TicketRef): Promise<LockedTicket> {
    const current = await this.tickets.lock(inner, ref);
    if (!current) throw ticketNotFound();
    return current;
  }

  private async check(
    inner: InnerScope,
    { id }: LockedTicket,
    precondition: Precondition<NamedTicket>,
  ): Promise<void> {
    if (precondition === null) return;
    const shown = await this.reader.find(inner, { id });
    if (shown) precondition(shown);
  }

  private async writeMerge(
    inner: InnerScope,
    current: LockedTicket,
    [ticket, target]: readonly [MergeSide, MergeSide],
    led: readonly NumberedTicket[],
  ): Promise<NamedTicket> {
    const { id, assigneeId, createdAt, time, now } = current;
    const vocabulary = await this.vocabularies.of(inner, current.vocabularyVersion);
    const statusId = vocabulary.statuses.get(CLOSED);
    if (statusId === undefined) throw new Error('The workspace has no status for closed tickets.');
    const closedAt = current.statusId === statusId ? current.closedAt : later(time, createdAt);
    const change = { statusId, closedAt, assigneeId, updatedAt: now };
    const entries = [
      ...ticketMergedEntry(current, change, target),
      ...led.flatMap((one) => ticketLedOnEntry(one, current, target)),
    ];
    const { row } = await together({
      shortened: this.merging.shorten(inner, id, target.id),
      ticket: this.merging.merge(inner, id, target.id, change),
      participants: this.commented.addParticipants(inner, target, takenOver(ticket, target)),
      entry: this.audit.recordBy(inner, ...namedEntries(vocabulary, entries)),
      moments: this.moments.keep(inner, vocabulary, {
        before: current,
        after: { ...current, ...change, mergedIntoId: target.id },
        now: time,
      }),
      row: this.reader.row(inner, id),
    });
    return { row, vocabulary };
  }

  private async writeUnmerge(
    inner: InnerScope,
    current: LockedTicket,
    target: NumberedTicket,
    statusId: StatusId,
  ): Promise<NamedTicket> {
    const { id, time, now } = current;
    const vocabulary = await this.vocabularies.of(inner, current.vocabularyVersion);
    const closedAt = statusId === vocabulary.statuses.get(CLOSED) ? current.closedAt : null;
    const assigneeId = await this.keptAssignee(inner, current, statusId, vocabulary);
    const change = { statusId, closedAt, assigneeId, updatedAt: now };
    const { row } = await together({
      ticket: this.merging.unmerge(inner, id, change),
      entry: this.audit.recordBy(
        inner,
        ...namedEntries(vocabulary, ticketUnmergedEntry(current, change, target)),
      ),
      moments: this.moments.keep(inner, vocabulary, {
        before: current,
        after: { ...current, ...change, mergedIntoId: null },
        now: time,
      }),
      row: this.reader.row(inner, id),
    });
    return { row, vocabulary };
  }

  /** A ticket that is opened again loses a removed member [rule 8]. */
  private async keptAssignee(
    inner: InnerScope,
    { assigneeId }: LockedTicket,
    after: StatusId,
    vocabulary: KnownVocabulary,
  ): Promise<LockedTicket['assigneeId']> {
    const isAsked = assigneeId !== null && !isDone(after, vocabulary);
    return isAsked && (await this.tickets.holdMember(inner, assigneeId)) ? null : assigneeId;
  }
}

function refused(problems: Problems): never {
  refuseIfAny(problems);
  throw new Error('A merge without a target was let through.');
}
