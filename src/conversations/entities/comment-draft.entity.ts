import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { CommentId, CustomerId, TeamMemberId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import { LinkInWorkspace, OfWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** A comment that is not made yet (extensions, section 15): at most one of each type for a ticket. */
@Entity('comment_drafts')
@OfWorkspace('comment_drafts_workspace_fkey')
@LinkInWorkspace(() => Ticket, 'ticketId', 'comment_drafts_ticket_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => Customer, 'customerId', 'comment_drafts_customer_fkey')
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'comment_drafts_team_member_fkey')
@Check('comment_drafts_author_check', 'num_nonnulls(customer_id, team_member_id) = 1')
@Check(
  'comment_drafts_type_check',
  "comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)",
)
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
}
