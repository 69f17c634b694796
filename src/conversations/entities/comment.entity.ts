import { applyDecorators } from '@nestjs/common';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';
import { MomentColumn } from '../../platform/tenancy/moment-column.js';

abstract class Words extends TenantEntity {
  @PrimaryColumn('uuid') id!: CommentId;
  @Column('uuid') ticketId!: TicketId;
  @Column('text') commentType!: 'reply' | 'note';
  @Column({ type: 'uuid', nullable: true }) customerId!: CustomerId | null;
  @Column({ type: 'uuid', nullable: true }) teamMemberId!: TeamMemberId | null;

  /** Cleaned HTML. */
  @Column('text') content!: string;

  @MomentColumn() updatedAt!: Date;
}

const HasWords = (table: string): ClassDecorator =>
  applyDecorators(
    LinkInWorkspace(() => Ticket, 'ticketId', `${table}_ticket_fkey`, { onDelete: 'CASCADE' }),
    LinkInWorkspace(() => Customer, 'customerId', `${table}_customer_fkey`),
    LinkInWorkspace(() => TeamMember, 'teamMemberId', `${table}_team_member_fkey`),
    Check(`${table}_author_check`, 'num_nonnulls(customer_id, team_member_id) = 1'),
    Check(`${table}_type_check`, "comment_type IN ('reply', 'note')"),
  );

/** Keeps a reply or note about a ticket [rule 15]. */
@Entity('comments')
@HasWords('comments')
@Index('comments_by_message_idx', ['workspaceId', 'messageId'], { where: 'message_id IS NOT NULL' })
@Index('comments_customer_idx', ['workspaceId', 'customerId'], { where: 'customer_id IS NOT NULL' })
@Index('comments_message_key', ['workspaceId', 'ticketId', 'messageId'], {
  unique: true,
  where: 'message_id IS NOT NULL',
})
@Check('comments_position_check', 'position > 0')
@Unique('comments_position_key', ['workspaceId', 'ticketId', 'position'])
export class Comment extends Words {
  /** Counts the comments of the ticket up to this one: 1, 2, 3, without gaps. */
  @Column('integer') position!: number;

  @Column({ type: 'text', nullable: true }) messageId!: string | null;

  /**
   * Whether the receiving server has verified the sender of the mail that became this comment; null for all other comments, and when
   * nobody can tell.
   */
  @Column({ type: 'boolean', nullable: true }) senderAuthenticated!: boolean | null;

  @MomentColumn() createdAt!: Date;
}

/** Keeps at most one draft of each type for a ticket [rule 15]. A draft keeps its id when it is sent. */
@Entity('comment_drafts')
@HasWords('comment_drafts')
@OfWorkspace('comment_drafts_workspace_fkey')
@Unique('comment_drafts_type_key', ['workspaceId', 'ticketId', 'commentType'])
export class CommentDraft extends Words {
  @Column({ type: 'uuid', array: true, default: () => "'{}'" }) mentionedIds!: TeamMemberId[];
}

@Entity('comment_mentions')
@OfWorkspace('comment_mentions_workspace_fkey')
@LinkInWorkspace(() => Comment, 'commentId', 'comment_mentions_comment_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'comment_mentions_team_member_fkey')
export class CommentMention extends TenantEntity {
  @PrimaryColumn('uuid') commentId!: CommentId;
  @PrimaryColumn('uuid') teamMemberId!: TeamMemberId;
}
