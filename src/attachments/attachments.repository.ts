import { Injectable } from '@nestjs/common';
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
  HeldAttachment,
  NewUpload,
  ServedAttachment,
} from './attachment.row.js';
import { UPLOAD_SECONDS } from './attachment.limits.js';
import * as sql from './attachments.sql.js';

/** An announced upload that its client has sent to the storage itself. */
type MovedUpload = AnnouncedUpload & { readonly uploadName: StorageName };

/** Records of files. */
@Injectable()
export class AttachmentsRepository extends TenantRepository {
  async allowance(scope: TenantScope | InnerScope): Promise<Allowance> {
    const [found] = await this.query<Allowance>(scope, sql.ALLOWANCE);
    return found ?? { quotaMb: null, types: null, usedBytes: 0 };
  }

  /** The allowance for adding a file. Under a quota, others who add files wait until the unit of work ends. */
  async heldAllowance(inner: InnerScope): Promise<Allowance> {
    const allowance = await this.allowance(inner);
    if (allowance.quotaMb === null) return allowance;
    await inner.transaction.lock('attachments');
    return this.allowance(inner);
  }

  async add(inner: InnerScope, upload: NewUpload): Promise<void> {
    const { id, signedIdHash, uploadHash, uploadName, storageName, filename, contentType } = upload;
    await this.query(inner, sql.ADD, [
      ...[id, signedIdHash, uploadHash, uploadName, storageName, filename, contentType],
      ...[upload.byteSize, upload.checksum, upload.seconds, upload.contentId],
    ]);
  }

  /** @returns null when there is no such upload, or its bytes have come */
  async beginFilling(inner: InnerScope, hash: Buffer, name: StorageName): Promise<AnnouncedUpload | null> {
    return (await this.query<AnnouncedUpload>(inner, sql.BEGIN_FILLING, [hash, name]))[0] ?? null;
  }

  /** @returns null when there is nothing to move */
  async beginMoving(inner: InnerScope, hash: Buffer, name: StorageName): Promise<MovedUpload | null> {
    return (await this.query<MovedUpload>(inner, sql.BEGIN_MOVING, [hash, name]))[0] ?? null;
  }

  /** @returns false when the record is gone, or other bytes have its place */
  async noteArrival(
    inner: InnerScope,
    { id, storageName }: Pick<NewUpload, 'id' | 'storageName'>,
    { contentType, detectedType, byteSize, checksum, sha256 }: ArrivedBytes,
    contentId: string | null = null,
  ): Promise<boolean> {
    const values = [id, storageName, contentType, detectedType, byteSize, checksum, sha256];
    return (await this.query(inner, sql.ARRIVED, [...values, UPLOAD_SECONDS, contentId])).length === 1;
  }

  async forget(inner: InnerScope, id: AttachmentId): Promise<void> {
    await this.query(inner, sql.FORGET, [id]);
  }

  hold(inner: InnerScope, hashes: readonly Buffer[]): Promise<HeldAttachment[]> {
    return this.query<HeldAttachment>(inner, sql.HOLD, [hashes]);
  }

  /** @param behind how many the record has already */
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

  /** @returns where the bytes of the deleted records are; none when there are no more */
  async deleteExpired(inner: InnerScope): Promise<StorageName[]> {
    const rows = await this.query<Pick<NewUpload, 'storageName' | 'uploadName'>>(inner, sql.DELETE_EXPIRED);
    return rows.flatMap(({ storageName, uploadName }) => [storageName, uploadName ?? []].flat());
  }

  async unknownAmong(scope: TenantScope, names: readonly StorageName[]): Promise<StorageName[]> {
    return (await this.query<{ name: StorageName }>(scope, sql.UNKNOWN_NAMES, [names])).map(
      ({ name }) => name,
    );
  }
}
