import { Injectable } from '@nestjs/common';
import { NO_DEADLINE } from '../kernel/time/deadline.js';
import type { AttachmentId } from '../kernel/ids.js';
import { FileStorage, newStorageName, type StorageName } from '../platform/storage/file-storage.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { UNDER_WAY_SECONDS } from './attachment.limits.js';
import type { ArrivedBytes, ServedAttachment } from './attachment.row.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { IncomingBytes } from './uploads/incoming-bytes.js';
import { newSecret } from './signed-ids.js';

/** A file that another feature wants to keep, with the error for more bytes than it may have. */
interface WantedFile {
  readonly id: AttachmentId;
  readonly filename: string;
  readonly contentType: string;
  readonly most: number;
  readonly tooLarge: () => Error;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file whose bytes are stored. It is swept away unless it is kept within two hours. */
export interface KeptFile {
  readonly id: AttachmentId;
  readonly storageName: StorageName;
  readonly bytes: ArrivedBytes;
}

/** Keeps files of other features for a while, beside those of tickets: a mail as it came. No quota counts them, and no type is refused. */
@Injectable()
export class KeptFilesService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Stores bytes, or nothing when that fails. @throws storage_unavailable, invalid_request for a virus, and what the bytes throw */
  async store(
    scope: TenantScope,
    { id, filename, contentType, most, tooLarge, bytes }: WantedFile,
  ): Promise<KeptFile> {
    const storageName = newStorageName(scope.workspaceId);
    const coming = { ...NOTHING_ANNOUNCED, id, filename, storageName, contentType, byteSize: most };
    const record = { ...coming, signedIdHash: newSecret().hash, seconds: UNDER_WAY_SECONDS };
    await this.unitOfWork.run(scope, (inner) => this.attachments.add(inner, record));
    const incoming = new IncomingBytes(contentType, most, tooLarge);
    try {
      await this.storage.write(
        storageName,
        incoming.pass(bytes, () => undefined),
      );
    } catch (error) {
      await this.forget(scope, id);
      throw error;
    }
    return { id, storageName, bytes: incoming.arrived };
  }

  /** Keeps a stored file for some seconds from its first byte on. @returns false when it was swept away meanwhile */
  keep(inner: InnerScope, stored: KeptFile, seconds: number): Promise<boolean> {
    return this.attachments.noteArrival(inner, stored, stored.bytes, null, seconds);
  }

  /** Finds a file; null when its time is over or it was removed. */
  find(scope: TenantScope | InnerScope, id: AttachmentId): Promise<ServedAttachment | null> {
    return this.attachments.findKept(scope, id);
  }

  /** Removes a file before its time, if it is still there. Bytes that cannot be removed now go with the next sweep. */
  async remove(inner: InnerScope, id: AttachmentId): Promise<void> {
    const found = await this.find(inner, id);
    if (!found) return;
    await this.attachments.forget(inner, id);
    this.unitOfWork.afterwards(inner, () => {
      this.storage.remove(found.storageName).catch(() => undefined);
    });
  }

  async discard(
    scope: TenantScope,
    { id, storageName }: Pick<KeptFile, 'id' | 'storageName'>,
  ): Promise<void> {
    await this.forget(scope, id);
    await this.storage.remove(storageName);
  }

  private async forget(scope: TenantScope, id: AttachmentId): Promise<void> {
    const anyTime = { ...scope, deadline: NO_DEADLINE };
    await this.unitOfWork.run(anyTime, (inner) => this.attachments.forget(inner, id));
  }
}

const NOTHING_ANNOUNCED = {
  ...{ uploadHash: null, uploadName: null, checksum: null, contentId: null },
  isKept: true,
} as const;
