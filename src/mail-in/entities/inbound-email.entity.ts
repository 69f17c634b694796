import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { CommentId, InboundEmailId, TicketId } from '../../kernel/ids.js';
import type { MailAddress } from '../message/received-mail.js';
import { OfWorkspace, QueuedRow } from '../../platform/tenancy/tenant-columns.js';

/** `accepted`: it is a ticket or a comment. `suspended`: a person has to look at it. `deleted`: only the digest is left. */
export type InboundState = 'pending' | 'accepted' | 'ignored' | 'suspended' | 'deleted';

/** Says what a person wants a suspended mail to become. */
export interface Release {
  /** Null leaves the choice to the judging. */
  readonly as: 'ticket' | 'comment' | null;
  /** The ticket of the comment; null when the judging looks for it. */
  readonly ticketId: TicketId | null;
  /** The sender whom a person has named; null or absent when the mail names one. */
  readonly sender?: MailAddress | null;
}

/** A mail that came [rule 21]. */
@Entity('inbound_emails')
@OfWorkspace('inbound_emails_workspace_fkey')
@Index('inbound_emails_accepted_idx', ['workspaceId', 'finishedAt'], { where: 'ticket_id IS NOT NULL' })
@Index('inbound_emails_due_idx', ['workspaceId', 'dueAt'], { where: "state = 'pending'" })
@Index('inbound_emails_list_idx', ['workspaceId', 'createdAt', 'id'])
@Index('inbound_emails_sender_idx', ['workspaceId', 'senderKey', 'finishedAt'], {
  where: 'sender_key IS NOT NULL',
})
@Index('inbound_emails_state_idx', ['workspaceId', 'state', 'createdAt', 'id'])
@Index('inbound_emails_ticket_idx', ['workspaceId', 'ticketId', 'finishedAt'], {
  where: 'ticket_id IS NOT NULL',
})
@Check('inbound_emails_state_check', "state IN ('pending', 'accepted', 'ignored', 'suspended', 'deleted')")
@Unique('inbound_emails_digest_key', ['workspaceId', 'digest'])
export class InboundEmail extends QueuedRow {
  /** The file with its bytes has this id, too. */
  @PrimaryColumn('uuid') id!: InboundEmailId;

  /** By this, the mail is known when it comes again (`MailDigest`). */
  @Column('bytea') digest!: Buffer;

  @Column('text', { default: 'pending' }) state!: InboundState;

  /** Says why a mail is ignored or suspended. */
  @Column('text', { nullable: true }) reason!: string | null;

  @Column('text', { nullable: true }) messageId!: string | null;

  /** The sender's address, mostly that of `From`. Null before the mail was read, and when it names nobody. */
  @Column('text', { nullable: true }) sender!: string | null;

  /** The folded address. */
  @Column('text', { nullable: true }) senderKey!: string | null;

  /** Whether the receiving server has verified the sender; null when the installation trusts no server. */
  @Column('boolean', { nullable: true }) senderAuthenticated!: boolean | null;

  @Column('text', { nullable: true }) subject!: string | null;
  @Column('integer') byteSize!: number;

  /** Whether the mail was in its mailbox before `desk mail fetch` began. The service does not acknowledge such a mail. */
  @Column('boolean', { default: false }) isOld!: boolean;

  /** Set when a person has released it. */
  @Column('jsonb', { nullable: true }) released!: Release | null;

  @Column('uuid', { nullable: true }) ticketId!: TicketId | null;

  /** Null when the mail has raised its ticket. */
  @Column('uuid', { nullable: true }) commentId!: CommentId | null;
}
