import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../../customers/entities/customer.entity.js';
import type { CommentId, CustomerId, MailId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Ticket } from '../../tickets/entities/ticket.entity.js';

/** `acknowledgement`: a ticket came by a form. `reply`: an agent has answered. */
export type MailKind = 'acknowledgement' | 'reply';

/** `failed`: nothing is tried any more. `skipped`: there was nobody to send it to. */
export type MailState = 'pending' | 'sent' | 'failed' | 'skipped';

/** One mail about an event (extensions, section 20). */
@Entity('mails')
export class Mail {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** The id of the event. */
  @PrimaryColumn('uuid')
  id!: MailId;

  @Column('text')
  kind!: MailKind;

  @Column('uuid')
  ticketId!: TicketId;

  /** The comment that a reply sends; null for an acknowledgement. */
  @Column('uuid', { nullable: true })
  commentId!: CommentId | null;

  /** Whose ticket it was when the row was made. */
  @Column('uuid')
  customerId!: CustomerId;

  @Column('text', { default: 'pending' })
  state!: MailState;

  /** Addresses that still wait for it, when the server has taken it for others; null: all do. */
  @Column('text', { array: true, nullable: true })
  leftTo!: string[] | null;

  /** Failed tries. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** Why it has failed, or was not sent: mostly what the mail server said. */
  @Column('text', { nullable: true })
  answer!: string | null;

  /** When the next try is due, or when the lease of the present one ends. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  dueAt!: Date;

  /** Names the try that is under way; null when there is none. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinInWorkspace('ticket_id', 'mails_ticket_fkey')
  ticket?: Relation<Ticket>;

  @ManyToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinInWorkspace('customer_id', 'mails_customer_fkey')
  customer?: Relation<Customer>;
}
