import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** A comment that is not made yet (extensions, section 15): at most one of each type for a ticket. */
@Entity('comment_drafts')
@Unique('comment_drafts_type_key', ['workspaceId', 'ticketId', 'commentType'])
export class CommentDraft {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** The id that the comment gets when the draft is sent. A new draft in the place of an old one keeps it. */
  @PrimaryColumn('uuid')
  id!: CommentId;

  @Column('uuid')
  ticketId!: TicketId;

  @Column('text')
  commentType!: 'reply' | 'note';

  @Column({ type: 'uuid', nullable: true })
  customerId!: CustomerId | null;

  @Column({ type: 'uuid', nullable: true })
  teamMemberId!: TeamMemberId | null;

  /** Cleaned HTML. */
  @Column('text')
  content!: string;

  /** Members whom the note will name. */
  @Column({ type: 'uuid', array: true, default: () => "'{}'" })
  mentionedIds!: TeamMemberId[];

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'comment_drafts_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinInWorkspace('ticket_id', 'comment_drafts_ticket_fkey')
  ticket?: Relation<Ticket>;

  @ManyToOne(() => Customer, { nullable: true })
  @JoinInWorkspace('customer_id', 'comment_drafts_customer_fkey')
  customer?: Relation<Customer> | null;

  @ManyToOne(() => TeamMember, { nullable: true })
  @JoinInWorkspace('team_member_id', 'comment_drafts_team_member_fkey')
  teamMember?: Relation<TeamMember> | null;
}
