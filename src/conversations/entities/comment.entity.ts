import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** What somebody said about a ticket (extensions, section 15). The description is not among them: it is a column of the ticket. */
@Entity('comments')
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

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'comments_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinInWorkspace('ticket_id', 'comments_ticket_fkey')
  ticket?: Relation<Ticket>;

  @ManyToOne(() => Customer, { nullable: true })
  @JoinInWorkspace('customer_id', 'comments_customer_fkey')
  customer?: Relation<Customer> | null;

  @ManyToOne(() => TeamMember, { nullable: true })
  @JoinInWorkspace('team_member_id', 'comments_team_member_fkey')
  teamMember?: Relation<TeamMember> | null;
}
