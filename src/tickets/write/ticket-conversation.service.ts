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
import { parseTicketRef } from '../rules/ticket-ref.rules.js';
import { ticketNotFound } from '../rules/ticket.errors.js';
import { commentEffects } from './ticket-audit.rules.js';
import { TicketAuditService } from './ticket-audit.service.js';
import { TicketConversationRepository } from './ticket-conversation.repository.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

/** What a comment makes of its ticket. */
export interface CommentEffects {
  readonly after: Discussed;
  /** The names of the moment; none when no name has changed. */
  readonly vocabulary: KnownVocabulary;
}

/** What comments do to their tickets (extensions, section 15). */
@Injectable()
export class TicketConversationService {
  constructor(
    private readonly conversations: TicketConversationRepository,
    private readonly tickets: TicketWriterRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly audit: TicketAuditService,
    private readonly counts: TicketCounts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Locks a ticket until the unit of work ends. Members that the comment names are held before it.
   * @throws ticket_not_found
   */
  async lock(inner: InnerScope, reference: string): Promise<DiscussedTicket> {
    const ref = parseTicketRef(reference);
    const ticket = ref && (await this.conversations.lock(inner, ref));
    if (!ticket) throw ticketNotFound();
    return ticket;
  }

  /** What a comment will make of the locked ticket. Writes nothing. */
  async effectsOf(
    inner: InnerScope,
    ticket: DiscussedTicket,
    comment: CommentFacts,
  ): Promise<CommentEffects> {
    const after = responded(discussedOf(ticket), comment);
    if (!comment.isByCustomer || comment.isPast || !ticket.reopensOnReply)
      return { after, vocabulary: NO_VOCABULARY };
    const vocabulary = await this.vocabularies.of(inner, ticket.vocabularyVersion);
    const { statuses } = vocabulary;
    if (!opens(ticket.statusId, comment, statuses)) return { after, vocabulary: NO_VOCABULARY };
    const isRemoved = await this.isAssigneeRemoved(inner, ticket, vocabulary);
    return { after: opened(after, isRemoved, statuses), vocabulary };
  }

  /** Counts the comment and writes its effects. Both statements travel together with those before them. */
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
      this.conversations.noteComment(inner, ticket, after),
      entries.length > 0 && this.audit.record(inner, vocabulary, entries),
    ]);
  }

  /** A removal does not wait for a ticket that is done, so its assignee is held. It does wait for any other ticket. */
  private async isAssigneeRemoved(
    inner: InnerScope,
    { assigneeId, statusId, isAssigneeRemoved }: DiscussedTicket,
    vocabulary: KnownVocabulary,
  ): Promise<boolean> {
    if (assigneeId === null || !isDone(statusId, vocabulary)) return isAssigneeRemoved;
    return this.tickets.holdMember(inner, assigneeId);
  }
}

function discussedOf({ statusId, closedAt, assigneeId, firstRespondedAt }: DiscussedTicket): Discussed {
  return { statusId, closedAt, assigneeId, firstRespondedAt };
}
