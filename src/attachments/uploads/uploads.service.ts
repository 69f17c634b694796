import { MEBIBYTE } from '../../kernel/text.js';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { NO_DEADLINE } from '../../kernel/time/deadline.js';
import { refuseIfAny, Problems, type Checked } from '../../kernel/errors.js';
import type { AttachmentId } from '../../kernel/ids.js';
import {
  newStorageName,
  FileStorage,
  type StorageName,
  type UploadAddress,
} from '../../platform/storage/file-storage.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { WorkspaceUrls } from '../../platform/tenancy/workspaces/workspace-urls.js';
import {
  acceptedInWords,
  OverQuota,
  quotaInWords,
  refuseUnlessAccepted,
  freeBytesOf,
} from './allowance.rules.js';
import { fileTooLarge, otherHeaders, tooLargeToUpload, uploadNotFound } from '../attachment.errors.js';
import { UNDER_WAY_SECONDS, UPLOAD_SECONDS } from '../attachment.limits.js';
import type {
  Allowance,
  AnnouncedUpload,
  ArrivedBytes,
  AttachmentRow,
  NewUpload,
} from '../attachment.row.js';
import { AttachmentsRepository } from '../attachments.repository.js';
import { isAccepted, mediaTypeOf, UNKNOWN_TYPE, cleanFilename } from '../content-type.rules.js';
import { announcedBytes } from './announced-bytes.js';
import { IncomingBytes } from './incoming-bytes.js';
import { hashOf, newSecret } from '../signed-ids.js';
import { Configuration } from '../../platform/config/configuration.js';

export interface SentFile extends Pick<NewUpload, 'filename' | 'contentType'> {
  /** The largest possible number of bytes; null when it is unknown. */
  readonly atMost: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly id?: AttachmentId;
  /** Begins the unit of work that adds the record. An error adds none. */
  readonly first?: (inner: InnerScope) => Promise<unknown>;
}

export type Announcement = Omit<AttachmentRow, 'id'>;

/** A file that can be attached by its signed id. */
export interface Upload extends Omit<Announcement, 'contentId'> {
  readonly signedId: string;
}

/** A file whose bytes are stored, and that cannot be attached yet. */
export interface StoredUpload extends Pick<NewUpload, 'id' | 'storageName' | 'filename'> {
  readonly signedId: string;
  readonly bytes: ArrivedBytes;
}

const UPLOADS_PATH = '/api/external/v2/attachment_uploads';

/** Receives files [rule 16]. A record is committed before its bytes arrive, and no connection waits for them. */
@Injectable()
export class UploadsService {
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

  /** Stores bytes, or nothing when that fails. @throws file_too_large, invalid_request, storage_unavailable, and what the bytes throw */
  async store(scope: TenantScope, sent: SentFile): Promise<StoredUpload> {
    const filename = cleanFilename(sent.filename);
    const declared = mediaTypeOf(sent.contentType) ?? UNKNOWN_TYPE;
    const { secret, hash } = newSecret();
    const storageName = newStorageName(scope.workspaceId);
    const { id, allowance, most } = await this.add(scope, sent, (current) => {
      const limit = Math.min(this.limit, freeBytesOf(current));
      if (limit <= 0) throw new OverQuota('file', current);
      // Bytes that still arrive count for the quota, with their largest possible number.
      const byteSize = Math.min(sent.atMost ?? limit, limit);
      const coming = { filename, storageName, contentType: declared, byteSize, signedIdHash: hash };
      return { upload: { ...NOTHING_ANNOUNCED, ...coming, seconds: UNDER_WAY_SECONDS }, most: limit };
    });
    const incoming = new IncomingBytes(declared, most, () =>
      most < this.limit ? new OverQuota('file', allowance) : fileTooLarge(this.configuration),
    );
    const passed = incoming.pass(sent.bytes, ({ contentType }) => {
      refuseUnlessAccepted('file', contentType, allowance);
    });
    try {
      await this.storage.write(storageName, passed);
    } catch (error) {
      await this.forget(scope, id);
      throw error;
    }
    return { id, signedId: secret, storageName, filename, bytes: incoming.arrived };
  }

  /** Lets a stored file be attached. @throws upload_not_found when it was swept away meanwhile */
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

  /**
   * Removes a stored file, also one that could be attached already, but none that is attached: the answer to a COMMIT that was kept may
   * have been lost. Bytes without a record go with the next sweep.
   */
  async discard(scope: TenantScope, { id, storageName }: StoredUpload): Promise<void> {
    if (await this.forget(scope, id)) await this.storage.remove(storageName);
  }

  /** Announces a file, whose bytes come later to the address in the answer. @throws invalid_request with every problem */
  async reserve(
    scope: TenantScope,
    input: Checked<Partial<Announcement>>,
  ): Promise<Upload & { readonly address: UploadAddress }> {
    const { secret, hash } = newSecret();
    const { direct, ...announced } = await this.announce(scope, input, hash);
    const { byteSize: size, checksum, contentType } = announced;
    const promised = { size, checksum, contentType };
    const address = direct && (await this.storage.uploadAddress?.(direct, promised, UPLOAD_SECONDS));
    return { ...announced, address: address ?? this.ownAddress(scope, secret, announced) };
  }

  /** Stores an announcement; its address holds the secret of the hash. @throws invalid_request with every problem */
  async announce(
    scope: TenantScope,
    { value, problems: already }: Checked<Partial<Announcement>>,
    uploadHash: Buffer,
  ): Promise<Upload & { readonly direct: StorageName | null }> {
    const { filename: sent, byteSize = 0, checksum = '', contentId = null } = value;
    const filename = cleanFilename(sent ?? '');
    const contentType = mediaTypeOf(value.contentType ?? '') ?? UNKNOWN_TYPE;
    const signed = newSecret();
    const direct = this.storage.uploadAddress ? newStorageName(scope.workspaceId) : null;
    const storageName = newStorageName(scope.workspaceId);
    await this.add(scope, {}, (allowance) => {
      const problems = new Problems(already);
      if (byteSize > this.limit) problems.add('byte_size', tooLargeToUpload(this.configuration));
      else if (byteSize > freeBytesOf(allowance)) problems.add('byte_size', quotaInWords(allowance));
      if (!isAccepted(contentType, allowance.types))
        problems.add('content_type', acceptedInWords(contentType, allowance));
      refuseIfAny(problems);
      const hashes = { signedIdHash: signed.hash, uploadHash, uploadName: direct };
      const announced = { storageName, filename, contentType, byteSize, checksum, contentId };
      return { upload: { ...hashes, ...announced, seconds: UPLOAD_SECONDS } };
    });
    return { signedId: signed.secret, filename, contentType, byteSize, checksum, direct };
  }

  /** Stores announced bytes. @throws upload_not_found, malformed_header for other headers, invalid_request, storage_unavailable */
  async fill(
    scope: TenantScope,
    secret: string,
    sent: { readonly contentType: string; readonly checksum: string },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const name = newStorageName(scope.workspaceId);
    const announced = await this.unitOfWork.run(scope, async (inner) => {
      const begun = await this.attachments.beginFilling(inner, hashOf(secret), name);
      if (begun === null) throw uploadNotFound();
      // A refusal undoes the new name, because other bytes may be on their way.
      if (sent.contentType !== begun.contentType || sent.checksum !== begun.checksum) throw otherHeaders();
      return begun;
    });
    await this.storeAnnounced(scope, announced, bytes);
  }

  private async storeAnnounced(
    scope: TenantScope,
    announced: AnnouncedUpload,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { storageName } = announced;
    const { incoming, passed } = announcedBytes(announced, await this.attachments.allowance(scope), bytes);
    await this.storage.write(storageName, passed);
    const isKept = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.noteArrival(inner, announced, incoming.arrived),
    );
    if (isKept) return;
    // Another request has sent these bytes meanwhile, or the record is gone.
    await this.storage.remove(storageName);
    throw uploadNotFound();
  }

  private ownAddress(scope: TenantScope, secret: string, { checksum, contentType }: Upload): UploadAddress {
    const headers = { 'Content-Type': contentType, 'Content-MD5': checksum };
    return { url: this.urls.of(scope, `${UPLOADS_PATH}/${secret}`), headers };
  }

  /** Adds the record that `decide` makes from the allowance, which cannot change meanwhile. */
  private async add<Decided extends { readonly upload: Omit<NewUpload, 'id'> }>(
    scope: TenantScope,
    { id = uuid() as AttachmentId, first }: Pick<SentFile, 'id' | 'first'>,
    decide: (allowance: Allowance) => Decided,
  ): Promise<Decided & { readonly id: AttachmentId; readonly allowance: Allowance }> {
    return this.unitOfWork.run(scope, async (inner) => {
      await first?.(inner);
      const allowance = await this.attachments.heldAllowance(inner);
      const decided = decide(allowance);
      await this.attachments.add(inner, { ...decided.upload, id });
      return { ...decided, id, allowance };
    });
  }

  /** Deletes the record of a file that is not attached, also after the deadline: it would count for the quota. @returns false when there is none */
  private forget(scope: TenantScope, id: AttachmentId): Promise<boolean> {
    return this.unitOfWork.run(atAnyTime(scope), (inner) => this.attachments.forget(inner, id));
  }
}

const atAnyTime = (scope: TenantScope): TenantScope => ({ ...scope, deadline: NO_DEADLINE });

const NOTHING_ANNOUNCED = { uploadHash: null, uploadName: null, checksum: null, contentId: null } as const;
