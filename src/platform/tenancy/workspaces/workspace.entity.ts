import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids.js';
import { MomentColumn, MomentOfRow } from '../moment-column.js';

/** A workspace is one tenant of the installation. Row-level security does not protect this table, because it lists the tenants. */
@Entity('workspaces')
@Check('workspaces_deleting_check', 'deleting_at IS NULL OR suspended_at IS NOT NULL')
@Check('workspaces_reply_address_check', "reply_address IN ('none', 'plus')")
@Check('workspaces_requests_per_minute_check', 'requests_per_minute > 0')
@Check('workspaces_subdomain_check', "subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'")
@Index('workspaces_suspended_idx', ['id'], { where: '(suspended_at IS NOT NULL)' })
export class Workspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'workspaces_pkey' }) id!: WorkspaceId;
  @Column('text', { unique: true }) subdomain!: string;
  @Column('text') name!: string;
  @Column('text') knowledgeBaseName!: string;

  /** The limit of each key without one of its own; null: the limit of the installation applies. */
  @Column('integer', { nullable: true }) requestsPerMinute!: number | null;

  /** A customer's reply opens its ticket again when this is true [rule 15]. */
  @Column('boolean', { default: true }) reopenOnReply!: boolean;

  /** A follow-up opens a ticket that waits when this is true [rule 31]. */
  @Column('boolean', { default: true }) followUpOpens!: boolean;

  /** A customer's reply clears the follow-up of its ticket when this is true [rule 31]. */
  @Column('boolean', { default: false }) clearFollowUpOnReply!: boolean;

  /** The days of its reports begin and end in this zone [rule 23]. */
  @Column('text', { default: 'UTC' }) timeZone!: string;

  /** All its attachments together may have this number of MiB; null: no limit. */
  @Column('integer', { nullable: true }) attachmentQuotaMb!: number | null;

  /** Its attachments may have these types, such as `image/*` and `application/pdf`; null: all. */
  @Column('text', { array: true, nullable: true }) attachmentTypes!: string[] | null;

  /** Customers get mail from this address; null: they get none [rule 20]. */
  @Column('text', { nullable: true }) mailFrom!: string | null;

  /** Answers to its mail go to this address; null: to `mailFrom`. */
  @Column('text', { nullable: true }) replyTo!: string | null;

  /** Each of its mails ends with this plain text. */
  @Column('text', { nullable: true }) mailFooter!: string | null;

  /** `plus`: answers to mail about a ticket go to an address that names the ticket [rule 21]. */
  @Column('text', { default: 'none' }) replyAddress!: 'none' | 'plus';

  /** Mail from these addresses and domains waits until somebody has looked at it; null: no mail does. */
  @Column('text', { array: true, nullable: true }) blockedSenders!: string[] | null;

  /**
   * The address of the member who becomes the author of a comment without an author. A key that speaks for a member does not need it.
   * null: such a comment is refused.
   */
  @Column('text', { nullable: true }) defaultAuthor!: string | null;

  /** Pictures of other hosts in mails: `hide` keeps their addresses and shows none, `keep` shows them as they came. */
  @Column('text', { default: 'hide' }) remoteImages!: 'hide' | 'keep';

  /**
   * The sender of mail from these addresses is the one in `Reply-To`, because contact forms send it; null: the sender is always the one
   * in `From`.
   */
  @Column('text', { array: true, nullable: true }) mailRelays!: string[] | null;

  /** Buttons and links of its forms have this colour, such as `#1f5fae`; null: that of the service. */
  @Column('text', { nullable: true }) colour!: string | null;

  /** A picture above the forms, as a `data:` URI; null: none. */
  @Column('text', { nullable: true }) logo!: string | null;

  /** Since this moment its keys open nothing, and no job visits it; null: it is not suspended. */
  @MomentColumn({ nullable: true }) suspendedAt!: Date | null;

  /** Since this moment the service deletes it in the background; null: it stays. */
  @MomentColumn({ nullable: true }) deletingAt!: Date | null;

  @MomentOfRow() createdAt!: Date;
  @MomentOfRow() updatedAt!: Date;
}

/** The one row holds the version of all keys and workspaces. Triggers move it [choice 7]. */
@Entity('access_version')
@Check('access_version_check', 'id')
export class AccessVersionRow {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'access_version_pkey' }) id!: true;
  @Column('uuid') version!: string;
}
