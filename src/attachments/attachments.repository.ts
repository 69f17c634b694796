import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { AttachmentId } from '../kernel/ids.js';
import type { StorageName } from '../platform/storage/file-storage.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type {
  Allowance,
  AnnouncedUpload,
  ArrivedBytes,
  AttachmentOwner,
  AttachmentRow,
  DirectUpload,
  HeldAttachment,
  NewUpload,
  ServedAttachment,
} from './attachment.row.js';
import { UPLOAD_SECONDS } from './attachment.limits.js';
import * as sql from './attachments.sql.js';
import { Attachment } from './entities/attachment.entity.js';

@Injectable()
export class AttachmentsRepository extends TenantRepository {
  async allowance(scope: TenantScope | InnerScope): Promise<Allowance> {
    const [found] = await this.query<Allowance>(scope, sql.ALLOWANCE);
    return found ?? { quotaMb: null, types: null, usedBytes: 0 };
  }

  /** Reads the allowance for adding a file. Under a quota, others who add files wait until the unit of work ends. */
  async heldAllowance(inner: InnerScope): Promise<Allowance> {
    const allowance = await this.allowance(inner);
    if (allowance.quotaMb === null) return allowance;
    await inner.transaction.lock('attachments');
    return this.allowance(inner);
  }

  async add(inner: InnerScope, { seconds, ...upload }: NewUpload): Promise<void> {
    const expiresAt = (): string => `statement_timestamp() + interval '${seconds} seconds'`;
    const uploadedBy = inner.initiator.customer?.id ?? null;
    await this.insert(inner, Attachment, [{ ...upload, uploadedBy, expiresAt }]);
  }

  /** @returns null without such an upload, or when its bytes have come */
  async beginFilling(inner: InnerScope, hash: Buffer, name: StorageName): Promise<AnnouncedUpload | null> {
    return (await this.query<AnnouncedUpload>(inner, sql.BEGIN_FILLING, [hash, name]))[0] ?? null;
  }

  /** @returns null without such an upload, or when its bytes are taken over */
  async findDirect(scope: TenantScope | InnerScope, hash: Buffer): Promise<DirectUpload | null> {
    return (await this.query<DirectUpload>(scope, sql.FIND_DIRECT, [hash]))[0] ?? null;
  }

  /** Gives an upload the bytes of a copy, whose record ends. @returns false when one of the records is gone, or has got other bytes */
  async takeCopy(
    inner: InnerScope,
    id: AttachmentId,
    copy: Pick<NewUpload, 'id' | 'storageName'>,
    bytes: ArrivedBytes,
  ): Promise<boolean> {
    const { storageName } = copy;
    if (!(await this.forget(inner, copy.id))) return false;
    await this.query(inner, sql.TAKE_NAME, [id, storageName]);
    return this.noteArrival(inner, { id, storageName }, bytes);
  }

  /** @returns false when the record is gone, or has got other bytes */
  async noteArrival(
    inner: InnerScope,
    { id, storageName }: Pick<NewUpload, 'id' | 'storageName'>,
    { contentType, detectedType, byteSize, checksum, sha256 }: ArrivedBytes,
    contentId: string | null = null,
    seconds = UPLOAD_SECONDS,
  ): Promise<boolean> {
    const values = [id, storageName, contentType, detectedType, byteSize, checksum, sha256];
    return (await this.query(inner, sql.ARRIVED, [...values, seconds, contentId])).length === 1;
  }

  /** Deletes the record of a file that is not attached. @returns false when there is none */
  async forget(inner: InnerScope, id: AttachmentId): Promise<boolean> {
    return (await this.delete(inner, Attachment, { id, expiresAt: Not(IsNull()) })) > 0;
  }

  hold(inner: InnerScope, hashes: readonly Buffer[]): Promise<HeldAttachment[]> {
    return this.query<HeldAttachment>(inner, sql.HOLD, [hashes, inner.initiator.customer?.id ?? null]);
  }

  /** @param behind the number of files that the record has already */
  async attach(
    inner: InnerScope,
    { ticketId, recordId }: AttachmentOwner,
    ids: readonly AttachmentId[],
    behind: number,
  ): Promise<void> {
    await this.query(inner, sql.ATTACH, [ids, ticketId, recordId, behind]);
  }

  async removeOthers(inner: InnerScope, recordId: string, kept: readonly AttachmentId[]): Promise<void> {
    await this.query(inner, sql.REMOVE_OTHERS, [recordId, kept]);
  }

  list(scope: TenantScope | InnerScope, recordId: string): Promise<AttachmentRow[]> {
    return this.query<AttachmentRow>(scope, sql.LIST, [recordId]);
  }

  async find(scope: TenantScope, id: AttachmentId): Promise<ServedAttachment | null> {
    return (await this.query<ServedAttachment>(scope, sql.FIND, [id]))[0] ?? null;
  }

  /** Finds a file that another feature keeps; null when it has expired. */
  async findKept(scope: TenantScope | InnerScope, id: AttachmentId): Promise<ServedAttachment | null> {
    return (await this.query<ServedAttachment>(scope, sql.FIND_KEPT, [id]))[0] ?? null;
  }

  /** Deletes a batch of records. @returns the names of their bytes in the storage */
  async deleteExpired(inner: InnerScope): Promise<StorageName[]> {
    const rows = await this.query<{ names: StorageName[] }>(inner, sql.DELETE_EXPIRED);
    return rows.flatMap(({ names }) => names);
  }

  async unknownAmong(scope: TenantScope, names: readonly StorageName[]): Promise<StorageName[]> {
    const rows = await this.query<{ name: StorageName }>(scope, sql.UNKNOWN_NAMES, [names]);
    return rows.map(({ name }) => name);
  }
}
