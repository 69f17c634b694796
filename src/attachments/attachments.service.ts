import { Injectable } from '@nestjs/common';
import { DomainError, invalidRequest } from '../kernel/errors.js';
import { isUuid, type AttachmentId } from '../kernel/ids.js';
import { Problems } from '../kernel/problems.js';
import { CountedBytes } from '../platform/storage/counted-bytes.js';
import { type ByteRange, FileStorage, type StoredBytes } from '../platform/storage/file-storage.js';
import { storageUnavailable } from '../platform/storage/storage.errors.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceUrls } from '../platform/tenancy/workspaces/workspace-urls.js';
import { attachmentNotFound } from './attachment.errors.js';
import { MAX_ATTACHMENTS, MEBIBYTE } from './attachment.limits.js';
import { tooLargeToAttach } from './size-limits.js';
import type {
  AttachmentOwner,
  AttachmentRow,
  HeldAttachment,
  ServedAttachment,
  Shown,
  WithAttachments,
} from './attachment.row.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { attachmentPath, isInline, withoutUrls, withUrls } from './content-ids.rules.js';
import { hashOf } from './signed-ids.js';
import { UploadsService } from './uploads.service.js';
import { Configuration } from '../platform/config/configuration.js';

/** Files of tickets, comments and drafts (extensions, section 16). */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly uploads: UploadsService,
    private readonly urls: WorkspaceUrls,
    private readonly storage: FileStorage,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Takes over what clients have sent to the storage itself. Call it before the unit of work that attaches.
   * @throws invalid_request at `attachments[i]` for other bytes than were announced
   */
  async settle(scope: TenantScope, sent: readonly unknown[] = []): Promise<void> {
    for (const [index, id] of sent.slice(0, MAX_ATTACHMENTS).entries())
      if (typeof id === 'string')
        await this.uploads.settle(scope, id).catch(refusedAt(`attachments[${index}]`));
  }

  /**
   * The files of signed ids, locked, so that `attach` can attach them in the same unit of work. Every id that cannot be attached is a
   * problem at its place, `attachments[i]`.
   * @param owner the record that may have some of them already, and how many it has
   */
  async hold(
    inner: InnerScope,
    sent: readonly unknown[] | undefined,
    problems: Problems,
    { recordId = null, already = 0 }: { readonly recordId?: string | null; readonly already?: number } = {},
  ): Promise<readonly HeldAttachment[]> {
    if (sent === undefined || sent.length === 0) return [];
    if (sent.length + already > MAX_ATTACHMENTS) {
      problems.add('attachments', tooManyInWords(already));
      return [];
    }
    const hashes = sent.map((id) => (typeof id === 'string' ? hashOf(id) : null));
    const found = await this.attachments.hold(
      inner,
      hashes.filter((hash) => hash !== null),
    );
    return sent.flatMap((id, index) => {
      const hash = hashes[index] ?? null;
      const held = hash && found.find(({ signedIdHash }) => signedIdHash.equals(hash));
      const isRepeated = hash !== null && sent.indexOf(id) < index;
      const problem = isRepeated ? 'is named twice' : this.problemOf(id, held, recordId);
      if (problem !== null) problems.add(`attachments[${index}]`, problem);
      return problem === null && held ? [held] : [];
    });
  }

  /** Attaches held files, behind those that the owner has. */
  async attach(
    inner: InnerScope,
    owner: AttachmentOwner,
    held: readonly HeldAttachment[],
    already = 0,
  ): Promise<void> {
    if (held.length === 0) return;
    await this.attachments.attach(
      inner,
      owner,
      held.map(({ id }) => id),
      already,
    );
  }

  /** Removes the files of a record, but for those that are `kept`. */
  removeOthers(inner: InnerScope, recordId: string, kept: readonly HeldAttachment[] = []): Promise<void> {
    return this.attachments.removeOthers(
      inner,
      recordId,
      kept.map(({ id }) => id),
    );
  }

  /** The files of a record, in their order. */
  list(scope: TenantScope | InnerScope, recordId: string): Promise<AttachmentRow[]> {
    return this.attachments.list(scope, recordId);
  }

  /** A record as readers see it: its files have addresses, and its content shows pictures by them. */
  shown<Row extends WithAttachments>(scope: TenantScope, row: Row): Shown<Row> {
    const { content, files } = row;
    return {
      ...row,
      content: this.shownContent(scope, content),
      files: (files ?? []).map((file) => {
        const path = attachmentPath(file.id);
        return { ...file, url: this.urls.find(scope, path) ?? path, isInline: isInline(content, file.id) };
      }),
    };
  }

  /** Stored HTML as readers see it: what it shows by `cid:` has the address of the attachment. */
  shownContent(scope: TenantScope, html: string): string {
    return withUrls(html, (path) => this.urls.find(scope, path));
  }

  /** HTML that a client sends, as it is stored: addresses of attachments that it was shown are `cid:` again. */
  storedContent(scope: TenantScope, html: string): string {
    return withoutUrls(html, (path) => this.urls.find(scope, path));
  }

  /**
   * One file that is attached.
   * @throws attachment_not_found
   */
  async get(scope: TenantScope, id: string): Promise<ServedAttachment> {
    const found = isUuid(id) ? await this.attachments.find(scope, id as AttachmentId) : null;
    if (!found) throw attachmentNotFound();
    return found;
  }

  /** Opens its bytes, or a range of them. When there are not just as many, reading them fails. @throws storage_unavailable */
  async open({ storageName, byteSize }: ServedAttachment, range?: ByteRange): Promise<StoredBytes> {
    const bytes = await this.storage.read(storageName, range);
    if (bytes === null) throw storageUnavailable(new Error(`The storage has no file ${storageName}.`));
    return new CountedBytes(bytes, range ? range.last - range.first + 1 : byteSize);
  }

  /** An address from which the client fetches the bytes itself; null when they pass through the service. */
  async addressOf(
    { storageName }: ServedAttachment,
    shown: { readonly contentType: string; readonly contentDisposition: string },
    seconds: number,
  ): Promise<string | null> {
    return (await this.storage.downloadAddress?.(storageName, shown, seconds)) ?? null;
  }

  /** Why a file cannot be attached, or null. It is the same for an unknown id and one of another workspace. */
  private problemOf(
    id: unknown,
    held: HeldAttachment | null | undefined,
    recordId: string | null,
  ): string | null {
    if (typeof id !== 'string') return 'must be a string';
    if (!held) return 'is not the signed id of an upload';
    if (held.recordId !== null && held.recordId === recordId) return null;
    if (held.recordId !== null) return 'belongs to a ticket or a comment already';
    if (held.hasExpired === true) return 'is too old: an upload can be attached for 24 hours';
    if (!held.hasArrived) return 'has not been uploaded yet';
    return held.byteSize > this.configuration.attachmentLimitMb * MEBIBYTE
      ? tooLargeToAttach(this.configuration)
      : null;
  }
}

function tooManyInWords(already: number): string {
  const most = `must have at most ${MAX_ATTACHMENTS} items`;
  return already === 0 ? most : `${most}, and ${already} are there already`;
}

/** Names the place of a signed id in the refusal of its bytes. What another request has taken over is judged under its lock. */
function refusedAt(path: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof DomainError)) throw error;
    if (error.kind === 'not_found') return;
    const [problem] = error.problems;
    if (problem === undefined) throw error;
    throw invalidRequest(
      new Problems([{ path, message: `cannot be used: its ${problem.path} ${problem.message}` }]),
    );
  };
}
