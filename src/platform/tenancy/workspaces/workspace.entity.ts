import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids.js';

/** One tenant of the installation. The only table that is not behind row-level security: it says who there is. */
@Entity('workspaces')
@Check('workspaces_requests_per_minute_check', 'requests_per_minute > 0')
@Check('workspaces_subdomain_check', "subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'")
export class Workspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'workspaces_pkey' })
  id!: WorkspaceId;

  @Column('text', { unique: true })
  subdomain!: string;

  @Column('text')
  name!: string;

  @Column('text')
  knowledgeBaseName!: string;

  /** Of each key that has no limit of its own; null: what the installation says. */
  @Column('integer', { nullable: true })
  requestsPerMinute!: number | null;

  /** Whether a customer's reply opens its ticket again (extensions, section 15). */
  @Column('boolean', { default: true })
  reopenOnReply!: boolean;

  /** MiB of all its attachments together; null: as much as there is room for. */
  @Column('integer', { nullable: true })
  attachmentQuotaMb!: number | null;

  /** Types that its attachments may have, such as `image/*` and `application/pdf`; null: all. */
  @Column('text', { array: true, nullable: true })
  attachmentTypes!: string[] | null;

  /** The address from which customers get mail; null: they get none (extensions, section 20). */
  @Column('text', { nullable: true })
  mailFrom!: string | null;

  /** Where answers to its mail go; null: to `mailFrom`. */
  @Column('text', { nullable: true })
  replyTo!: string | null;

  /** A plain text below each of its mails. */
  @Column('text', { nullable: true })
  mailFooter!: string | null;

  /** Of buttons and links in the pages of forms, such as `#1f5fae`; null: that of the service. */
  @Column('text', { nullable: true })
  colour!: string | null;

  /** A picture above the forms, as a `data:` URI; null: none. */
  @Column('text', { nullable: true })
  logo!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
