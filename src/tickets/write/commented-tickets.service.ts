import { Injectable } from '@nestjs/common';
import type { NewAuditEntry } from '../../events/audit-entry.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import { NO_VOCABULARY, type KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { TicketId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import { laterThan, tenantStatement } from '../../platform/tenancy/statement.js';
import { TenantDatabase } from '../../platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { TicketMomentsService } from '../dates/ticket-moments.service.js';
import {
  answered,
  opens,
  reopened,
  responded,
  type CommentedTicket,
  type CommentFacts,
  type CountedComments,
  type Discussed,
  type DiscussedTicket,
} from '../rules/comment-effects.rules.js';
import { isDone } from '../rules/ticket-names.rules.js';
import { ticketNotFound, ticketRefOf } from '../rules/ticket-ref.rules.js';
import { MAX_PARTICIPANTS, type Participant } from '../rules/participants.rules.js';
import type { ExternalKey } from '../rules/ticket.changes.js';
import { commentEffects, namedEntries } from './ticket-audit.rules.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';
import { byExternalKeys, countingReopened, digest, lockStatements, pairsOf } from './ticket-writer.sql.js';

const LOCK_DISCUSSED = lockStatements(
  'tickets.lock_discussed',
  `t.id, t.number, t.status_id AS "statusId", t.closed_at AS "closedAt", t.assignee_id AS "assigneeId",
       t.customer_id AS "customerId", coalesce(t.participants, '[]') AS participants, t.comment_count AS "commentCount",
       t.first_responded_at AS "firstRespondedAt", t.first_reply_at AS "firstReplyAt", t.created_at AS "createdAt",
       t.group_id AS "groupId", t.merged_into_id AS "mergedIntoId",
       t.follow_up_at AS "followUpAt", t.resolution_due_at AS "resolutionDueAt",
       EXISTS (SELECT FROM team_members m WHERE m.workspace_id = $1 AND m.id = t.assignee_id AND m.removed_at IS NOT NULL)
         AS "isAssigneeRemoved",
       (SELECT w.reopen_on_reply FROM workspaces w WHERE w.id = $1) AS "reopensOnReply",
       (SELECT w.clear_follow_up_on_reply FROM workspaces w WHERE w.id = $1) AS "clearsFollowUpOnReply"`,
);

/** Takes a ticket as $2, then its new values after a comment. */
const NOTE_COMMENT = tenantStatement(
  'tickets.note_comment',
  `UPDATE tickets SET comment_count = $3, updated_at = $4, status_id = $5, closed_at = $6, assignee_id = $7, first_responded_at = $8,
     first_reply_at = $9, follow_up_at = $10, ${countingReopened('$6', '$5')}
   WHERE workspace_id = $1 AND id = $2`,
);

const SET_PARTICIPANTS = tenantStatement(
  'tickets.set_participants',
  'UPDATE tickets SET participants = $3::jsonb WHERE workspace_id = $1 AND id = $2',
);

const COMMENTED = `t.id, t.merged_into_id AS "mergedIntoId", t.comment_count AS "commentCount", t.created_at AS "createdAt", ${digest('t.description')} AS description`;

/** The tickets with $2 ids, locked always in the same order. Each is looked up by itself, as those of an import are. */
const LOCK_COMMENTED = tenantStatement(
  'tickets.lock_commented',
  `SELECT locked.* FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS wanted (id) ORDER BY id OFFSET 0) AS wanted
   CROSS JOIN LATERAL (SELECT ${COMMENTED} FROM tickets t
     WHERE t.workspace_id = $1 AND t.id = wanted.id LIMIT 1 FOR NO KEY UPDATE OF t) AS locked`,
);

const FIND_COMMENTED = tenantStatement(
  'tickets.find_commented',
  byExternalKeys(`t.external_id AS "externalId", t.source, ${COMMENTED}`),
);

/** Writes as `CHANGE_ALL` does: takes ids of locked tickets as $2, their new counts as $3, as $4 when an agent first replied, and as $5 whether they were updated now. */
const COUNT_COMMENTS = tenantStatement(
  'tickets.count_comments',
  `UPDATE tickets t SET comment_count = counted.comments,
     first_responded_at = least(t.first_responded_at, counted.responded),
     updated_at = CASE WHEN counted.is_now THEN greatest(${laterThan('t.updated_at', "interval '1 ms'")}, moment) ELSE t.updated_at END
   FROM unnest($2::uuid[], $3::integer[], $4::timestamptz[], $5::boolean[]) AS counted (id, comments, responded, is_now)
   -- Citus refuses now() itself in a CASE.
   CROSS JOIN now() AS moment
   CROSS JOIN LATERAL (
     SELECT found.ctid AS place FROM tickets found WHERE found.workspace_id = $1 AND found.id = counted.id LIMIT 1) AS found
   WHERE t.workspace_id = $1 AND t.ctid = found.place`,
);

export interface CommentEffects {
  readonly after: Discussed;
  /** The present names, or none when nothing but the first response changes. */
  readonly vocabulary: KnownVocabulary;
}

/** Finds and locks the tickets of comments, and changes them as their comments demand [rule 15]. */
@Injectable()
export class CommentedTicketsService extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly tickets: TicketWriterRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly audit: AuditLogService,
    private readonly counts: TicketCounts,
    private readonly moments: TicketMomentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super(database);
  }

  /**
   * Locks a ticket until the unit of work ends, so that comments come one after the other. Hold the members that the comment names before.
   * @throws ticket_not_found, ticket_merged
   */
  async lockOne(inner: InnerScope, reference: string): Promise<DiscussedTicket> {
    const [ticket] = await this.query<DiscussedTicket>(inner, ...LOCK_DISCUSSED(ticketRefOf(reference)));
    if (!ticket) throw ticketNotFound();
    await this.tickets.refuseMerged(inner, ticket);
    return ticket;
  }

  /** Decides what a comment will change of the locked ticket, and writes nothing. */
  async effectsOf(
    inner: InnerScope,
    ticket: DiscussedTicket,
    comment: CommentFacts,
  ): Promise<CommentEffects> {
    const { statusId, closedAt, assigneeId, firstRespondedAt, firstReplyAt, followUpAt } = ticket;
    const before = { statusId, closedAt, assigneeId, firstRespondedAt, firstReplyAt, followUpAt };
    const after = answered(responded(before, comment), comment, ticket.clearsFollowUpOnReply);
    if (!comment.isByCustomer || comment.isPast || !ticket.reopensOnReply)
      return { after, vocabulary: NO_VOCABULARY };
    const vocabulary = await this.vocabularies.of(inner, ticket.vocabularyVersion);
    const { statuses } = vocabulary;
    if (!opens(statusId, comment, statuses)) return { after, vocabulary: NO_VOCABULARY };
    const isRemoved = await this.isAssigneeRemoved(inner, ticket, vocabulary);
    return { after: reopened(after, isRemoved, statuses), vocabulary };
  }

  /**
   * Counts the comment, adds the entry about it and writes its effects, by statements that travel together. The entry keeps the ticket as the
   * comment leaves it.
   */
  async noteComment(
    inner: InnerScope,
    ticket: DiscussedTicket,
    { after, vocabulary }: CommentEffects,
    isSilent: boolean,
    entry: NewAuditEntry,
  ): Promise<void> {
    const { id, commentCount, now, time } = ticket;
    const { statusId, closedAt, assigneeId, firstRespondedAt, firstReplyAt, followUpAt } = after;
    if (statusId !== ticket.statusId)
      this.unitOfWork.afterwards(inner, () => {
        this.counts.noteWritten(inner);
      });
    const dates = [firstRespondedAt, firstReplyAt, followUpAt];
    const values = [id, commentCount + 1, now, statusId, closedAt, assigneeId, ...dates];
    await Promise.all([
      this.query(inner, NOTE_COMMENT, values),
      this.audit.record(inner, entry),
      this.audit.recordBy(inner, ...namedEntries(vocabulary, commentEffects(ticket, after, isSilent))),
      this.moments.keep(inner, vocabulary, { before: ticket, after: { ...ticket, ...after }, now: time }),
    ]);
  }

  /** Adds participants to a locked ticket, as long as it has fewer than 50. Nobody is added in a second role. */
  async addParticipants(
    inner: InnerScope,
    { id, participants }: Pick<DiscussedTicket, 'id' | 'participants'>,
    added: readonly Participant[],
  ): Promise<void> {
    const known = new Set(participants.map(({ email }) => foldEmail(email)));
    const others = added.filter(({ email }) => !known.has(foldEmail(email)));
    const all = [...participants, ...others].slice(0, Math.max(participants.length, MAX_PARTICIPANTS));
    if (all.length > participants.length)
      await this.query(inner, SET_PARTICIPANTS, [id, JSON.stringify(all)]);
  }

  lock(inner: InnerScope, ids: readonly TicketId[]): Promise<CommentedTicket[]> {
    return this.query<CommentedTicket>(inner, LOCK_COMMENTED, [ids]);
  }

  find(scope: TenantScope, keys: readonly ExternalKey[]): Promise<(CommentedTicket & ExternalKey)[]> {
    return this.query(scope, FIND_COMMENTED, pairsOf(keys));
  }

  async count(inner: InnerScope, counted: readonly CountedComments[]): Promise<void> {
    await this.query(inner, COUNT_COMMENTS, [
      counted.map(({ ticketId }) => ticketId),
      counted.map(({ commentCount }) => commentCount),
      counted.map(({ respondedAt }) => respondedAt),
      counted.map(({ isUpdatedNow }) => isUpdatedNow),
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
