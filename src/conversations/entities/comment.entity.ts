import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { LinkInWorkspace, OfWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** What somebody said about a ticket (extensions, section 15). The description is not among them: it is a column of the ticket. */
@Entity('comments')
@OfWorkspace('comments_workspace_fkey')
@LinkInWorkspace(() => Ticket, 'ticketId', 'comments_ticket_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => Customer, 'customerId', 'comments_customer_fkey')
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'comments_team_member_fkey')
@Index('comments_customer_idx', ['workspaceId', 'customerId'], { where: 'customer_id IS NOT NULL' })
@Index('comments_message_key', ['workspaceId', 'ticketId', 'messageId'], {
  unique: true,
  where: 'message_id IS NOT NULL',
})
@Check('comments_author_check', 'num_nonnulls(customer_id, team_member_id) = 1')
@Check('comments_position_check', 'position > 0')
@Check(
  'comments_type_check',
  "comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)",
)
@Unique('comments_position_key', ['workspaceId', 'ticketId', 'position'])
export class Comment {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: CommentId;

  @Column('uuid')
  ticketId!: TicketId;

  /** Its place among the comments of the ticket, in the order added: 1, 2, 3, without gaps. */
  @Column('integer')
  position!: number;

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

  /** What the client calls it, unique in the ticket. */
  @Column({ type: 'text', nullable: true })
  messageId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
