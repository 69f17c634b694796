import { applyDecorators } from '@nestjs/common';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** The columns that comments and drafts have in common. */
abstract class Words extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: CommentId;

  @Column('uuid')
  ticketId!: TicketId;

  /** A note is for agents only. */
  @Column('text')
  commentType!: 'reply' | 'note';

  /** The author, when it is a customer. */
  @Column({ type: 'uuid', nullable: true })
  customerId!: CustomerId | null;

  /** The author, when it is an agent. */
  @Column({ type: 'uuid', nullable: true })
  teamMemberId!: TeamMemberId | null;

  /** Cleaned HTML. */
  @Column('text')
  content!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

const OF_A_TYPE = "comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)";

/** Declares the keys and checks of a table of `Words`. */
const HasWords = (table: string): ClassDecorator =>
  applyDecorators(
    OfWorkspace(`${table}_workspace_fkey`),
    LinkInWorkspace(() => Ticket, 'ticketId', `${table}_ticket_fkey`, { onDelete: 'CASCADE' }),
    LinkInWorkspace(() => Customer, 'customerId', `${table}_customer_fkey`),
    LinkInWorkspace(() => TeamMember, 'teamMemberId', `${table}_team_member_fkey`),
    Check(`${table}_author_check`, 'num_nonnulls(customer_id, team_member_id) = 1'),
    Check(`${table}_type_check`, OF_A_TYPE),
  );

/** A reply or note about a ticket (extensions, section 15). The description is not among them: it is a column of the ticket. */
@Entity('comments')
@HasWords('comments')
@Index('comments_customer_idx', ['workspaceId', 'customerId'], { where: 'customer_id IS NOT NULL' })
@Index('comments_message_key', ['workspaceId', 'ticketId', 'messageId'], {
  unique: true,
  where: 'message_id IS NOT NULL',
})
@Check('comments_position_check', 'position > 0')
@Unique('comments_position_key', ['workspaceId', 'ticketId', 'position'])
export class Comment extends Words {
  /** Its place among the comments of the ticket, in the order added: 1, 2, 3, without gaps. */
  @Column('integer')
  position!: number;

  /** The name that the client gives it, unique in the ticket. */
  @Column({ type: 'text', nullable: true })
  messageId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

/** A comment that is not made yet (extensions, section 15): at most one of each type for a ticket. It keeps its id when it is sent. */
@Entity('comment_drafts')
@HasWords('comment_drafts')
@Unique('comment_drafts_type_key', ['workspaceId', 'ticketId', 'commentType'])
export class CommentDraft extends Words {
  /** Members whom the note will name. */
  @Column({ type: 'uuid', array: true, default: () => "'{}'" })
  mentionedIds!: TeamMemberId[];
}

/** A member whom a note names. */
@Entity('comment_mentions')
@OfWorkspace('comment_mentions_workspace_fkey')
@LinkInWorkspace(() => Comment, 'commentId', 'comment_mentions_comment_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'comment_mentions_team_member_fkey')
export class CommentMention extends TenantEntity {
  @PrimaryColumn('uuid')
  commentId!: CommentId;

  @PrimaryColumn('uuid')
  teamMemberId!: TeamMemberId;
}
