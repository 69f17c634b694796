import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { NO_DEADLINE } from '../kernel/deadline.js';
import { refuseIfAny } from '../kernel/errors.js';
import type { AttachmentId } from '../kernel/ids.js';
import { Problems, type Draft } from '../kernel/problems.js';
import {
  newStorageName,
  FileStorage,
  type StorageName,
  type UploadAddress,
} from '../platform/storage/file-storage.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceUrls } from '../platform/tenancy/workspaces/workspace-urls.js';
import { acceptedInWords, OverQuota, quotaInWords, refuseUnlessAccepted, roomOf } from './allowance.rules.js';
import {
  fileTooLarge,
  otherBytes,
  otherHeaders,
  tooLargeToUpload,
  uploadNotFound,
} from './attachment.errors.js';
import { MEBIBYTE, UPLOAD_SECONDS } from './attachment.limits.js';
import type { Allowance, AnnouncedUpload, ArrivedBytes, AttachmentRow, NewUpload } from './attachment.row.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { isAccepted, mediaTypeOf, UNKNOWN_TYPE } from './content-type.rules.js';
import { cleanFilename } from './filename.rules.js';
import { IncomingBytes } from './incoming-bytes.js';
import { hashOf, newSecret } from './signed-ids.js';
import { Configuration } from '../platform/config/configuration.js';

/** A file that comes with its name. */
export interface SentFile {
  readonly filename: string;
  readonly contentType: string;
  /** More bytes cannot come; null when that is unknown. */
  readonly atMost: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly id?: AttachmentId;
}

/** A file whose bytes are announced. */
export type Announcement = Omit<AttachmentRow, 'id'>;

/** A file that a client can attach by its signed id. */
export interface Upload extends Omit<Announcement, 'contentId'> {
  readonly signedId: string;
}

/** A file whose bytes are stored, and which nobody can attach yet. */
export interface StoredUpload {
  readonly id: AttachmentId;
  readonly signedId: string;
  readonly storageName: StorageName;
  readonly filename: string;
  readonly bytes: ArrivedBytes;
}

/** The time that the record of an upload waits for its bytes. A slower one has broken the pace of uploads long before. */
const UNDER_WAY_SECONDS = 2 * 60 * 60;

const UPLOADS_PATH = '/api/external/v2/attachment_uploads';

/**
 * Takes files in (extensions, section 16). The record of a file is committed before its first byte is written, so that no byte is ever
 * without one; while bytes come, no connection to the database is held. A file can be attached when all its bytes are checked.
 */
@Injectable()
export class UploadsService {
  /** Bytes of the largest file that can be uploaded. */
  private readonly limit: number;

  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
    private readonly urls: WorkspaceUrls,
    private readonly configuration: Configuration,
  ) {
    this.limit = configuration.uploadLimitMb * MEBIBYTE;
  }

  /**
   * Stores the bytes of a file. Nothing stays when that fails.
   * @throws file_too_large, invalid_request, storage_unavailable, and what the bytes throw
   */
  async store(scope: TenantScope, sent: SentFile): Promise<StoredUpload> {
    const filename = cleanFilename(sent.filename);
    const declared = mediaTypeOf(sent.contentType) ?? UNKNOWN_TYPE;
    const { secret, hash } = newSecret();
    const storageName = newStorageName(scope.workspaceId);
    const { id, allowance, most } = await this.add(scope, sent.id, (room) => {
      const upload = { ...NOTHING_ANNOUNCED, filename, storageName, contentType: declared };
      const limit = Math.min(this.limit, roomOf(room));
      if (limit <= 0) throw new OverQuota('file', room);
      // What is under way counts for the quota, as much as can come.
      const byteSize = Math.min(sent.atMost ?? limit, limit);
      return { upload: { ...upload, byteSize, signedIdHash: hash, seconds: UNDER_WAY_SECONDS }, most: limit };
    });
    const incoming = new IncomingBytes(declared, most, () =>
      most < this.limit ? new OverQuota('file', allowance) : fileTooLarge(this.configuration),
    );
    const passed = incoming.pass(sent.bytes, ({ contentType }) => {
      refuseUnlessAccepted('file', contentType, allowance);
    });
    try {
      await this.storage.write(storageName, passed, { size: null });
    } catch (error) {
      await this.forget(scope, id);
      throw error;
    }
    return { id, signedId: secret, storageName, filename, bytes: incoming.arrived };
  }

  /**
   * Lets a stored file be attached.
   * @throws upload_not_found when it was swept away meanwhile
   */
  async finish(scope: TenantScope, stored: StoredUpload, contentId: string | null): Promise<Upload> {
    const isKept = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.noteArrival(inner, stored, stored.bytes, contentId),
    );
    if (!isKept) {
      await this.discard(scope, stored);
      throw uploadNotFound();
    }
    const { signedId, filename } = stored;
    const { contentType, byteSize, checksum } = stored.bytes;
    return { signedId, filename, contentType, byteSize, checksum };
  }

  /** Takes a stored file away, also one that could be attached already but whose signed id nobody knows. */
  async discard(scope: TenantScope, { id, storageName }: StoredUpload): Promise<void> {
    await this.forget(scope, id);
    await this.storage.remove(storageName);
  }

  /**
   * Announces a file, whose bytes come later to the address in the answer.
   * @throws invalid_request with every problem
   */
  async reserve(
    scope: TenantScope,
    draft: Draft<Partial<Announcement>>,
  ): Promise<Upload & { readonly address: UploadAddress }> {
    const upload = newSecret();
    const { direct, ...announced } = await this.announce(scope, draft, upload.hash);
    return { ...announced, address: await this.addressOf(scope, upload.secret, direct, announced) };
  }

  /**
   * Keeps an announcement, whose address has the secret of the hash.
   * @throws invalid_request with every problem
   */
  async announce(
    scope: TenantScope,
    { value, problems: already }: Draft<Partial<Announcement>>,
    uploadHash: Buffer,
  ): Promise<Upload & { readonly direct: StorageName | null }> {
    const { filename: sent, byteSize = 0, checksum = '', contentId = null } = value;
    const filename = cleanFilename(sent ?? '');
    const contentType = mediaTypeOf(value.contentType ?? '') ?? UNKNOWN_TYPE;
    const signed = newSecret();
    const direct = this.storage.uploadAddress ? newStorageName(scope.workspaceId) : null;
    const storageName = newStorageName(scope.workspaceId);
    await this.add(scope, undefined, (allowance) => {
      const problems = new Problems(already);
      if (byteSize > this.limit) problems.add('byte_size', tooLargeToUpload(this.configuration));
      else if (byteSize > roomOf(allowance)) problems.add('byte_size', quotaInWords(allowance));
      if (!isAccepted(contentType, allowance.types))
        problems.add('content_type', acceptedInWords(contentType, allowance));
      refuseIfAny(problems);
      const hashes = { signedIdHash: signed.hash, uploadHash, uploadName: direct };
      const announced = { storageName, filename, contentType, byteSize, checksum, contentId };
      return { upload: { ...hashes, ...announced, seconds: UPLOAD_SECONDS } };
    });
    return { signedId: signed.secret, filename, contentType, byteSize, checksum, direct };
  }

  /**
   * Stores the bytes that were announced. When they are other ones nothing stays, and the right ones can still come.
   * @param sent the headers `Content-Type` and `Content-MD5`
   * @throws upload_not_found, malformed_header, invalid_request, storage_unavailable
   */
  async fill(
    scope: TenantScope,
    secret: string,
    sent: { readonly contentType: string; readonly checksum: string },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const name = newStorageName(scope.workspaceId);
    const announced = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.beginFilling(inner, hashOf(secret), name),
    );
    if (announced === null) throw uploadNotFound();
    if (sent.contentType !== announced.contentType || sent.checksum !== announced.checksum)
      throw otherHeaders();
    await this.take(scope, announced, bytes);
  }

  /**
   * Checks the bytes that a client has sent to the storage itself, and keeps a copy that nobody else can write. Call it before the unit
   * of work that attaches. Bytes that have not come, or are wrong, stay as they are.
   * @throws invalid_request for other bytes than were announced, upload_not_found when another request has taken them over
   */
  async settle(scope: TenantScope, signedId: string): Promise<void> {
    if (this.storage.uploadAddress === undefined) return;
    const name = newStorageName(scope.workspaceId);
    const announced = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.beginMoving(inner, hashOf(signedId), name),
    );
    const bytes = announced && (await this.storage.read(announced.uploadName));
    if (!announced || !bytes) return;
    try {
      await this.take(scope, announced, bytes);
    } finally {
      bytes.destroy();
    }
  }

  /** Stores announced bytes under the name that their record has. */
  private async take(
    scope: TenantScope,
    announced: AnnouncedUpload,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { storageName, byteSize, checksum, contentType } = announced;
    const allowance = await this.attachments.allowance(scope);
    const incoming = new IncomingBytes(contentType, byteSize, () => otherSize(byteSize, 'more'));
    const passed = incoming.pass(bytes, (arrived) => {
      if (arrived.byteSize !== byteSize) throw otherSize(byteSize, arrived.byteSize);
      if (arrived.checksum !== checksum) throw otherBytes('checksum', 'is not that of the bytes that came');
      refuseUnlessAccepted('content_type', arrived.contentType, allowance);
    });
    await this.storage.write(storageName, passed, { size: byteSize });
    const isKept = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.noteArrival(inner, announced, incoming.arrived),
    );
    if (isKept) return;
    // Others have sent the same meanwhile, or the record has gone.
    await this.storage.remove(storageName);
    throw uploadNotFound();
  }

  private async addressOf(
    scope: TenantScope,
    secret: string,
    direct: StorageName | null,
    { byteSize, checksum, contentType }: Pick<Upload, 'byteSize' | 'checksum' | 'contentType'>,
  ): Promise<UploadAddress> {
    const promised = { size: byteSize, checksum, contentType };
    if (direct !== null && this.storage.uploadAddress)
      return this.storage.uploadAddress(direct, promised, UPLOAD_SECONDS);
    return {
      url: this.urls.of(scope, `${UPLOADS_PATH}/${secret}`),
      headers: { 'Content-Type': contentType, 'Content-MD5': checksum },
    };
  }

  /** Adds the record that `decide` makes of the allowance. Nobody else adds one meanwhile. */
  private async add<Decided extends { readonly upload: Omit<NewUpload, 'id'> }>(
    scope: TenantScope,
    id = uuid() as AttachmentId,
    decide: (allowance: Allowance) => Decided,
  ): Promise<Decided & { readonly id: AttachmentId; readonly allowance: Allowance }> {
    return this.unitOfWork.run(scope, async (inner) => {
      const allowance = await this.attachments.heldAllowance(inner);
      const decided = decide(allowance);
      await this.attachments.add(inner, { ...decided.upload, id });
      return { ...decided, id, allowance };
    });
  }

  /** Deletes a record, also when the client has gone and with it the deadline: the record would count for the quota. */
  private async forget(scope: TenantScope, id: AttachmentId): Promise<void> {
    const anyTime = { ...scope, deadline: NO_DEADLINE };
    await this.unitOfWork.run(anyTime, (inner) => this.attachments.forget(inner, id));
  }
}

const NOTHING_ANNOUNCED = { uploadHash: null, uploadName: null, checksum: null, contentId: null } as const;

function otherSize(announced: number, came: number | 'more'): Error {
  return otherBytes('byte_size', `was announced as ${announced} bytes, and ${came} came`);
}
