import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AttachmentId } from '../../kernel/ids.js';
import { NO_DEADLINE } from '../../kernel/time/deadline.js';
import { FileStorage, newStorageName } from '../../platform/storage/file-storage.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { uploadNotFound } from '../attachment.errors.js';
import { UNDER_WAY_SECONDS } from '../attachment.limits.js';
import type { ArrivedBytes, DirectUpload, NewUpload } from '../attachment.row.js';
import { AttachmentsRepository } from '../attachments.repository.js';
import { hashOf, newSecret } from '../signed-ids.js';
import { announcedBytes } from './announced-bytes.js';

/**
 * Takes over files that clients have sent to the storage itself [rule 16]: checks their bytes while it copies them. A copy has a record of
 * its own, so that copies of several processes do not disturb each other: the first one that is whole becomes the file.
 */
@Injectable()
export class DirectUploadsService {
  /** The files that are being taken over, by their workspaces and signed ids. */
  private readonly taking = new Map<string, Promise<void>>();

  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly storage: FileStorage,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Takes over the file of a signed id, if its bytes have come. Tries at once wait for one taking over, but for those inside a unit of
   * work, whose changes others do not see. @throws invalid_request, upload_not_found when they are taken
   */
  async take(scope: TenantScope, signedId: string): Promise<void> {
    if (this.storage.uploadAddress === undefined) return;
    if ('transaction' in scope) return this.takeOver(scope, signedId);
    const key = `${scope.workspaceId} ${signedId}`;
    const taking =
      this.taking.get(key) ?? this.takeOver(scope, signedId).finally(() => this.taking.delete(key));
    this.taking.set(key, taking);
    return taking;
  }

  private async takeOver(scope: TenantScope, signedId: string): Promise<void> {
    const upload = await this.attachments.findDirect(scope, hashOf(signedId));
    const bytes = upload && (await this.storage.read(upload.uploadName));
    if (!upload || !bytes) return;
    try {
      // Bytes that take longer than the request are kept, too, so that the next try need not wait for them again.
      await this.copy({ ...scope, deadline: NO_DEADLINE }, upload, bytes);
    } finally {
      bytes.destroy();
    }
  }

  private async copy(
    scope: TenantScope,
    upload: DirectUpload,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const copy = this.newCopy(scope, upload);
    await this.unitOfWork.run(scope, (inner) => this.attachments.add(inner, copy));
    const arrived = await this.write(scope, copy, upload, bytes);
    const isKept = await this.unitOfWork.run(scope, (inner) =>
      this.attachments.takeCopy(inner, upload.id, copy, arrived),
    );
    if (isKept) return;
    // Another process was faster, or a record is gone.
    await this.storage.remove(copy.storageName);
    throw uploadNotFound();
  }

  /** Makes the record of a copy. Nobody can attach it, and it does not count for the quota, because the upload does. */
  private newCopy({ workspaceId }: TenantScope, upload: DirectUpload): NewUpload {
    const { filename, contentType, byteSize } = upload;
    return {
      ...{ id: uuid() as AttachmentId, storageName: newStorageName(workspaceId), isKept: true },
      ...{ signedIdHash: newSecret().hash, uploadHash: null, uploadName: null, seconds: UNDER_WAY_SECONDS },
      ...{ filename, contentType, byteSize, checksum: null, contentId: null },
    };
  }

  private async write(
    scope: TenantScope,
    { id, storageName }: NewUpload,
    upload: DirectUpload,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<ArrivedBytes> {
    try {
      const allowance = await this.attachments.allowance(scope);
      const { incoming, passed } = announcedBytes(upload, allowance, bytes);
      await this.storage.write(storageName, passed);
      return incoming.arrived;
    } catch (error) {
      await this.unitOfWork.run(scope, (inner) => this.attachments.forget(inner, id));
      throw error;
    }
  }
}
