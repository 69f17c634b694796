import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '../../customers/entities/customer.entity.js';
import type { CommentId, CustomerId, MailId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import { QueuedRow, LinkInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** `acknowledgement`: a ticket came by a form. `reply`: an agent has answered. `invitation`: somebody was made a team member. */
export type MailKind = 'acknowledgement' | 'reply' | 'invitation';

/** `failed`: nothing is tried any more. `skipped`: there was nobody to send it to. */
export type MailState = 'pending' | 'sent' | 'failed' | 'skipped';

/** A mail about an event [rule 20], or to a new team member [rule 14]. */
@Entity('mails')
@LinkInWorkspace(() => Ticket, 'ticketId', 'mails_ticket_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => Customer, 'customerId', 'mails_customer_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'mails_team_member_fkey', { onDelete: 'CASCADE' })
@Index('mails_customer_idx', ['workspaceId', 'customerId', 'createdAt'])
@Index('mails_due_idx', ['workspaceId', 'dueAt'], { where: "state = 'pending'" })
@Index('mails_finished_idx', ['workspaceId', 'finishedAt'], { where: 'finished_at IS NOT NULL' })
@Index('mails_invitations_idx', ['workspaceId', 'createdAt'], { where: "kind = 'invitation'" })
@Index('mails_ticket_idx', ['workspaceId', 'ticketId'])
@Check(
  'mails_kind_check',
  "CASE kind WHEN 'acknowledgement' THEN num_nulls(ticket_id, customer_id) = 0 AND num_nonnulls(comment_id, team_member_id, email_key) = 0 WHEN 'reply' THEN num_nulls(ticket_id, customer_id, comment_id) = 0 AND num_nonnulls(team_member_id, email_key) = 0 WHEN 'invitation' THEN num_nonnulls(ticket_id, customer_id, comment_id) = 0 AND num_nulls(team_member_id, email_key) = 0 ELSE false END",
)
@Check('mails_state_check', "state IN ('pending', 'sent', 'failed', 'skipped')")
export class Mail extends QueuedRow {
  /** The id of the event; of an invitation its own. */
  @PrimaryColumn('uuid') id!: MailId;

  @Column('text') kind!: MailKind;
  @Column('uuid', { nullable: true }) ticketId!: TicketId | null;

  /** The comment that a reply sends; null for all others. */
  @Column('uuid', { nullable: true }) commentId!: CommentId | null;

  /** The customer whose ticket it was when the row was made; null for an invitation. */
  @Column('uuid', { nullable: true }) customerId!: CustomerId | null;

  @Column('uuid', { nullable: true }) teamMemberId!: TeamMemberId | null;

  /** The folded address that was invited. The member may have another one by now. */
  @Column('text', { nullable: true }) emailKey!: string | null;

  @Column('text', { default: 'pending' }) state!: MailState;

  /** Addresses that still wait for it, when the server has taken it for others; null: all do. */
  @Column('text', { array: true, nullable: true }) leftTo!: string[] | null;

  /** The server's words to recipients whom it refuses for good, while others still wait. */
  @Column('text', { nullable: true }) refusal!: string | null;

  /** The reason why it has failed or was not sent: mostly the words of the mail server. */
  @Column('text', { nullable: true }) answer!: string | null;
}
