import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { isUuid, type AttachmentId, type TicketId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import { FILE_STORAGE, type ByteRange, type FileStorage } from '../platform/storage/file-storage.js';
import { storageUnavailable } from '../platform/storage/storage.errors.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceUrls } from '../platform/tenancy/workspaces/workspace-urls.js';
import { attachmentNotFound } from './attachment.errors.js';
import { MAX_ATTACHMENTS, MEBIBYTE } from './attachment.limits.js';
import { ATTACHMENT_OPTIONS, tooLargeToAttach, type AttachmentOptions } from './attachment.options.js';
import type { AttachmentOwner, AttachmentRow, HeldAttachment, ServedAttachment } from './attachment.row.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { withoutUrls, withUrls } from './content-ids.rules.js';
import { hashOf } from './signed-ids.js';
import { UploadsService } from './uploads.service.js';

/** Files of tickets, comments and drafts (extensions, section 16). */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly uploads: UploadsService,
    private readonly urls: WorkspaceUrls,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    @Inject(ATTACHMENT_OPTIONS) private readonly options: AttachmentOptions,
  ) {}

  /** Takes over what clients have sent to the storage itself. Call it before the unit of work that attaches. */
  async settle(scope: TenantScope, sent: readonly unknown[] = []): Promise<void> {
    await this.uploads.settle(scope, sent.filter((id) => typeof id === 'string').slice(0, MAX_ATTACHMENTS));
  }

  /**
   * The files of signed ids, locked, so that `attach` can attach them in the same unit of work. Every id that cannot be attached is a
   * problem at its place, `attachments[i]`.
   * @param already how many files the owner has
   */
  async hold(
    inner: InnerScope,
    sent: readonly unknown[] | undefined,
    problems: Problems,
    already = 0,
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
      const problem = sent.indexOf(id) < index ? 'is named twice' : this.problemOf(id, held);
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

  /** Gives the files of a draft to the comment that it becomes. */
  moveToComment(
    inner: InnerScope,
    ticketId: TicketId,
    draftType: 'reply' | 'note',
    commentId: string,
  ): Promise<void> {
    return this.attachments.moveToComment(inner, ticketId, draftType, commentId);
  }

  /** Removes the files of a draft, but for those that are `kept`. */
  removeOfDraft(
    inner: InnerScope,
    ticketId: TicketId,
    draftType: 'reply' | 'note',
    kept: readonly AttachmentId[] = [],
  ): Promise<void> {
    return this.attachments.removeOfDraft(inner, ticketId, draftType, kept);
  }

  /** The files of a ticket's description, in their order. */
  ofDescription(scope: TenantScope | InnerScope, ticketId: TicketId): Promise<AttachmentRow[]> {
    return this.attachments.listOfDescription(scope, ticketId);
  }

  /** The files of both drafts of a ticket, in their order. */
  ofDrafts(scope: TenantScope | InnerScope, ticketId: TicketId): Promise<AttachmentRow[]> {
    return this.attachments.listOfDrafts(scope, ticketId);
  }

  /** The files of comments of a ticket, in their order. */
  async ofComments(
    scope: TenantScope | InnerScope,
    ticketId: TicketId,
    commentIds: readonly string[],
  ): Promise<AttachmentRow[]> {
    return commentIds.length === 0 ? [] : this.attachments.listOfComments(scope, ticketId, commentIds);
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

  /** Opens its bytes, or a range of them. @throws storage_unavailable */
  async open({ storageName }: ServedAttachment, range?: ByteRange): Promise<Readable> {
    const bytes = await this.storage.read(storageName, range);
    if (bytes === null) throw storageUnavailable(new Error(`The storage has no file ${storageName}.`));
    return bytes;
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
  private problemOf(id: unknown, held: HeldAttachment | null | undefined): string | null {
    if (typeof id !== 'string') return 'must be a string';
    if (!held) return 'is not the signed id of an upload';
    if (held.isAttached) return 'belongs to a ticket or a comment already';
    if (held.hasExpired === true) return 'is too old: an upload can be attached for 24 hours';
    if (!held.hasArrived) return 'has not been uploaded yet';
    return held.byteSize > this.options.attachmentLimitMb * MEBIBYTE ? tooLargeToAttach(this.options) : null;
  }
}

function tooManyInWords(already: number): string {
  const most = `must have at most ${MAX_ATTACHMENTS} items`;
  return already === 0 ? most : `${most}, and ${already} are there already`;
}
