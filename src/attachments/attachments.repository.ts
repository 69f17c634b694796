import { Injectable } from '@nestjs/common';
import type { AttachmentId, TicketId } from '../kernel/ids.js';
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
import {
  ADD,
  ALLOWANCE,
  ARRIVED,
  ATTACH,
  BEGIN_FILLING,
  BEGIN_MOVING,
  DELETE_EXPIRED,
  FIND,
  FORGET,
  HOLD,
  LIST_OF_COMMENTS,
  LIST_OF_DESCRIPTION,
  LIST_OF_DRAFTS,
  MOVE_TO_COMMENT,
  REMOVE_OF_DRAFT,
  UNKNOWN_NAMES,
} from './attachments.sql.js';

/** Records of files. */
@Injectable()
export class AttachmentsRepository extends TenantRepository {
  async allowance(scope: TenantScope): Promise<Allowance> {
    const [found] = await this.query<Allowance>(scope, ALLOWANCE);
    return found ?? { quotaMb: null, types: null, usedBytes: 0 };
  }

  async add(inner: InnerScope, upload: NewUpload): Promise<void> {
    const { id, signedIdHash, uploadHash, uploadName, storageName, filename, contentType } = upload;
    await this.query(inner, ADD, [
      ...[id, signedIdHash, uploadHash, uploadName, storageName, filename, contentType],
      ...[upload.byteSize, upload.checksum, upload.seconds, upload.contentId],
    ]);
  }

  /** @returns null when there is no such upload, or its bytes have come */
  async beginFilling(inner: InnerScope, hash: Buffer, name: StorageName): Promise<AnnouncedUpload | null> {
    return (await this.query<AnnouncedUpload>(inner, BEGIN_FILLING, [hash, name]))[0] ?? null;
  }

  /** @returns null when there is nothing to move */
  async beginMoving(
    inner: InnerScope,
    hash: Buffer,
    name: StorageName,
  ): Promise<(AnnouncedUpload & { readonly uploadName: StorageName }) | null> {
    const [found] = await this.query<AnnouncedUpload & { uploadName: StorageName }>(inner, BEGIN_MOVING, [
      hash,
      name,
    ]);
    return found ?? null;
  }

  /** @returns false when the record is gone, or other bytes have its place */
  async noteArrival(
    inner: InnerScope,
    { id, storageName }: { readonly id: AttachmentId; readonly storageName: StorageName },
    bytes: ArrivedBytes,
    more: { readonly seconds: number; readonly contentId: string | null },
  ): Promise<boolean> {
    const { contentType, detectedType, byteSize, checksum, sha256 } = bytes;
    const values = [id, storageName, contentType, detectedType, byteSize, checksum, sha256];
    return (await this.query(inner, ARRIVED, [...values, more.seconds, more.contentId])).length === 1;
  }

  async forget(inner: InnerScope, id: AttachmentId): Promise<void> {
    await this.query(inner, FORGET, [id]);
  }

  hold(inner: InnerScope, hashes: readonly Buffer[]): Promise<HeldAttachment[]> {
    return this.query<HeldAttachment>(inner, HOLD, [hashes]);
  }

  /** @param behind how many the owner has already */
  async attach(
    inner: InnerScope,
    { ticketId, commentId, draftType }: AttachmentOwner,
    ids: readonly AttachmentId[],
    behind: number,
  ): Promise<void> {
    await this.query(inner, ATTACH, [ids, ticketId, commentId ?? null, draftType ?? null, behind]);
  }

  async moveToComment(
    inner: InnerScope,
    ticketId: TicketId,
    draftType: 'reply' | 'note',
    commentId: string,
  ): Promise<void> {
    await this.query(inner, MOVE_TO_COMMENT, [ticketId, draftType, commentId]);
  }

  async removeOfDraft(
    inner: InnerScope,
    ticketId: TicketId,
    draftType: 'reply' | 'note',
    kept: readonly AttachmentId[],
  ): Promise<void> {
    await this.query(inner, REMOVE_OF_DRAFT, [ticketId, draftType, kept]);
  }

  listOfDescription(scope: TenantScope | InnerScope, ticketId: TicketId): Promise<AttachmentRow[]> {
    return this.query<AttachmentRow>(scope, LIST_OF_DESCRIPTION, [ticketId]);
  }

  listOfDrafts(scope: TenantScope | InnerScope, ticketId: TicketId): Promise<AttachmentRow[]> {
    return this.query<AttachmentRow>(scope, LIST_OF_DRAFTS, [ticketId]);
  }

  listOfComments(
    scope: TenantScope | InnerScope,
    ticketId: TicketId,
    commentIds: readonly string[],
  ): Promise<AttachmentRow[]> {
    return this.query<AttachmentRow>(scope, LIST_OF_COMMENTS, [ticketId, commentIds]);
  }

  async find(scope: TenantScope, id: AttachmentId): Promise<ServedAttachment | null> {
    return (await this.query<ServedAttachment>(scope, FIND, [id]))[0] ?? null;
  }

  /** @returns where the bytes of the deleted records are; none when there are no more */
  async deleteExpired(inner: InnerScope): Promise<StorageName[]> {
    const rows = await this.query<{ storageName: StorageName; uploadName: StorageName | null }>(
      inner,
      DELETE_EXPIRED,
    );
    return rows.flatMap(({ storageName, uploadName }) =>
      uploadName ? [storageName, uploadName] : [storageName],
    );
  }

  async unknownAmong(scope: TenantScope, names: readonly StorageName[]): Promise<StorageName[]> {
    return (await this.query<{ name: StorageName }>(scope, UNKNOWN_NAMES, [names])).map(({ name }) => name);
  }
}
