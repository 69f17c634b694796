import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AttachmentId, CustomerId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import type { StorageName } from '../../platform/storage/file-storage.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A file [rule 16]. A file without a ticket is not attached, and ends at `expiresAt`. */
@Entity('attachments')
@OfWorkspace('attachments_workspace_fkey')
@LinkInWorkspace('Ticket', 'ticketId', 'attachments_ticket_fkey', { onDelete: 'CASCADE' })
@Index('attachments_expiry_idx', ['workspaceId', 'expiresAt'], { where: 'expires_at IS NOT NULL' })
@Index('attachments_record_idx', ['workspaceId', 'recordId', 'position'], { where: 'record_id IS NOT NULL' })
@Index('attachments_ticket_idx', ['workspaceId', 'ticketId'], { where: 'ticket_id IS NOT NULL' })
@Check(
  'attachments_bytes_check',
  '(sha256 IS NOT NULL OR ticket_id IS NULL) AND (sha256 IS NULL OR checksum IS NOT NULL)',
)
@Check(
  'attachments_owner_check',
  '(ticket_id IS NULL) = (position IS NULL) AND (ticket_id IS NULL) = (expires_at IS NOT NULL) AND (ticket_id IS NULL) = (record_id IS NULL)',
)
@Unique('attachments_signed_id_key', ['workspaceId', 'signedIdHash'])
@Unique('attachments_upload_key', ['workspaceId', 'uploadHash'])
@Unique('attachments_upload_name_key', ['workspaceId', 'uploadName'])
@Unique('attachments_storage_name_key', ['workspaceId', 'storageName'])
export class Attachment extends TenantEntity {
  @PrimaryColumn('uuid') id!: AttachmentId;
  @Column('bytea') signedIdHash!: Buffer;

  /** SHA-256 of the secret in the upload address, if there is one. */
  @Column('bytea', { nullable: true }) uploadHash!: Buffer | null;

  /** The name under which a client sends bytes to the storage itself. They are moved when they are attached. */
  @Column('text', { nullable: true }) uploadName!: StorageName | null;

  @Column('text') storageName!: StorageName;
  @Column('text') filename!: string;
  @Column('text') contentType!: string;

  /** The type that the bytes show; null when they show none, and before they have arrived. */
  @Column('text', { nullable: true }) detectedType!: string | null;

  /** The largest possible size, while the upload is under way. */
  @Column('integer') byteSize!: number;

  /** Base64 of the MD5. */
  @Column('text', { nullable: true }) checksum!: string | null;

  /** Null until all bytes are stored and checked. */
  @Column('bytea', { nullable: true }) sha256!: Buffer | null;

  /** The id by which the content shows the file, as `cid:<content id>`. */
  @Column('text', { nullable: true }) contentId!: string | null;

  /** Another feature keeps the file until `expiresAt`. No ticket gets it, and no quota counts it. */
  @Column('boolean', { default: false }) isKept!: boolean;

  /** The customer whose session has uploaded it. Nobody else can attach it; null when a key, a form or a mail brought it. */
  @Column('uuid', { nullable: true }) uploadedBy!: CustomerId | null;

  @Column('uuid', { nullable: true }) ticketId!: TicketId | null;
  @Column('uuid', { nullable: true }) recordId!: string | null;
  @Column('integer', { nullable: true }) position!: number | null;
  @MomentOfRow() createdAt!: Date;

  /** Null when it is attached. */
  @MomentColumn({ nullable: true }) expiresAt!: Date | null;
}

/** A removed workspace whose files may still be there, or still come. */
@Entity('removed_workspaces')
export class RemovedWorkspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'removed_workspaces_pkey' }) id!: WorkspaceId;
  @MomentOfRow() removedAt!: Date;
}
