import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabularies } from '../../fields/known/known-vocabularies.service.js';
import { NO_VOCABULARY, type KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { TicketCounts } from '../counts/ticket-counts.service.js';
import {
  opened,
  opens,
  responded,
  type CommentFacts,
  type Discussed,
  type DiscussedTicket,
} from '../rules/comment-effects.rules.js';
import { isDone } from '../rules/ticket-names.rules.js';
import { parseTicketRef, ticketNotFound } from '../rules/ticket-ref.rules.js';
import { CommentedTickets } from './commented-tickets.service.js';
import { commentEffects } from './ticket-audit.rules.js';
import { TicketAuditService } from './ticket-audit.service.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

/** The ticket after a comment. */
interface CommentEffects {
  readonly after: Discussed;
  /** The names of the moment, unless nothing but the first response changes. */
  readonly vocabulary: KnownVocabulary;
}

/** Changes tickets as their comments demand (extensions, section 15). */
@Injectable()
export class TicketConversationService {
  constructor(
    private readonly commented: CommentedTickets,
    private readonly tickets: TicketWriterRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly audit: TicketAuditService,
    private readonly counts: TicketCounts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Locks a ticket until the unit of work ends. Hold the members that the comment names before. @throws ticket_not_found */
  async lock(inner: InnerScope, reference: string): Promise<DiscussedTicket> {
    const ref = parseTicketRef(reference);
    const ticket = ref && (await this.commented.lockOne(inner, ref));
    if (!ticket) throw ticketNotFound();
    return ticket;
  }

  /** Decides what a comment will change of the locked ticket, and writes nothing. */
  async effectsOf(
    inner: InnerScope,
    ticket: DiscussedTicket,
    comment: CommentFacts,
  ): Promise<CommentEffects> {
    const { statusId, closedAt, assigneeId, firstRespondedAt } = ticket;
    const after = responded({ statusId, closedAt, assigneeId, firstRespondedAt }, comment);
    if (!comment.isByCustomer || comment.isPast || !ticket.reopensOnReply)
      return { after, vocabulary: NO_VOCABULARY };
    const vocabulary = await this.vocabularies.of(inner, ticket.vocabularyVersion);
    const { statuses } = vocabulary;
    if (!opens(statusId, comment, statuses)) return { after, vocabulary: NO_VOCABULARY };
    const isRemoved = await this.isAssigneeRemoved(inner, ticket, vocabulary);
    return { after: opened(after, isRemoved, statuses), vocabulary };
  }

  /** Counts the comment and writes its effects, by statements that travel together. */
  async noteComment(
    inner: InnerScope,
    ticket: DiscussedTicket,
    { after, vocabulary }: CommentEffects,
    isSilent: boolean,
  ): Promise<void> {
    const entries = commentEffects(ticket, after, isSilent);
    if (after.statusId !== ticket.statusId)
      this.unitOfWork.afterwards(inner, () => {
        this.counts.noteWritten(inner);
      });
    await Promise.all([
      this.commented.noteComment(inner, ticket, after),
      entries.length > 0 && this.audit.record(inner, vocabulary, entries),
    ]);
  }

  /** A removal waits for a ticket that is not done. The assignee of any other ticket is held. */
  private async isAssigneeRemoved(
    inner: InnerScope,
    { assigneeId, statusId, isAssigneeRemoved }: DiscussedTicket,
    vocabulary: KnownVocabulary,
  ): Promise<boolean> {
    if (assigneeId === null || !isDone(statusId, vocabulary)) return isAssigneeRemoved;
    return this.tickets.holdMember(inner, assigneeId);
  }
}
