import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** Keeps how far a mailbox was read [rule 21]. A bigint comes as a text. */
@Entity('mailbox_cursors')
@OfWorkspace('mailbox_cursors_workspace_fkey')
export class MailboxCursor extends TenantEntity {
  /** User, server and folder, such as `support@imap.acme.example/INBOX`. */
  @PrimaryColumn('text') mailbox!: string;

  /** The server gives the mails other UIDs when it changes this (RFC 9051, section 2.3.1.1). */
  @Column('bigint') uidValidity!: string;

  /** The mails up to this UID are done. */
  @Column('bigint') lastUid!: string;

  /** The mails before this UID were there when the reading began; null when the server has given them other UIDs since. */
  @Column('bigint', { nullable: true }) firstUid!: string | null;

  /** True when the mails that were there before are taken, too. */
  @Column('boolean') takesOld!: boolean;

  @MomentOfRow() beganAt!: Date;
  @MomentOfRow() readAt!: Date;
}
