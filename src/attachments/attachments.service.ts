import { MEBIBYTE } from '../kernel/text.js';
import { Injectable } from '@nestjs/common';
import { DomainError, type FieldProblem, type Problems } from '../kernel/errors.js';
import { readId, type AttachmentId } from '../kernel/ids.js';
import {
  CountedBytes,
  type ByteRange,
  FileStorage,
  type StoredBytes,
  storageUnavailable,
} from '../platform/storage/file-storage.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceUrls } from '../platform/tenancy/workspaces/workspace-urls.js';
import { attachmentNotFound, tooLargeToAttach } from './attachment.errors.js';
import { DOWNLOAD_ADDRESS_SECONDS, MAX_ATTACHMENTS } from './attachment.limits.js';
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
import { DirectUploadsService } from './uploads/direct-uploads.service.js';
import { Configuration } from '../platform/config/configuration.js';

/** Files of tickets, comments and drafts [rule 16]. */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly directUploads: DirectUploadsService,
    private readonly urls: WorkspaceUrls,
    private readonly storage: FileStorage,
    private readonly configuration: Configuration,
  ) {}

  /** Takes over bytes that clients have sent to the storage itself. @returns a problem at `attachments[i]` for each file with other bytes */
  async takeDirectUploads(scope: TenantScope, sent: readonly unknown[] = []): Promise<FieldProblem[]> {
    const problems: FieldProblem[] = [];
    for (const [index, id] of sent.slice(0, MAX_ATTACHMENTS).entries()) {
      if (typeof id !== 'string' || sent.indexOf(id) < index) continue;
      await this.directUploads.take(scope, id).catch((error: unknown) => {
        problems.push(...problemsOf(error, `attachments[${index}]`));
      });
    }
    return problems;
  }

  /** Locks files that are to be attached, and adds a problem for each that cannot be. The record may have some files `already`. */
  async hold(
    inner: InnerScope,
    sent: readonly unknown[] | undefined,
    problems: Problems,
    { recordId = null, already = 0 }: { readonly recordId?: string | null; readonly already?: number } = {},
  ): Promise<readonly HeldAttachment[]> {
    if (sent === undefined || sent.length === 0) return [];
    if (sent.length + already > MAX_ATTACHMENTS) {
      const there = already === 0 ? '' : `, and ${already} are there already`;
      problems.add('attachments', `must have at most ${MAX_ATTACHMENTS} items${there}`);
      return [];
    }
    const hashes = sent.map((id) => (typeof id === 'string' ? hashOf(id) : null));
    const known = hashes.filter((hash) => hash !== null);
    const found = await this.attachments.hold(inner, known);
    return sent.flatMap((id, index) => {
      const hash = hashes[index] ?? null;
      const held = hash && found.find(({ signedIdHash }) => signedIdHash.equals(hash));
      const isRepeated = hash !== null && sent.indexOf(id) < index;
      const path = `attachments[${index}]`;
      // Other bytes than the announced ones have come for this file.
      if (problems.has(path)) return [];
      const problem = isRepeated ? 'is named twice' : this.problemOf(id, held, recordId);
      if (problem !== null) problems.add(path, problem);
      return problem === null && held ? [held] : [];
    });
  }

  /** Attaches held files after those that the owner has. */
  async attach(
    inner: InnerScope,
    owner: AttachmentOwner,
    held: readonly HeldAttachment[],
    already = 0,
  ): Promise<void> {
    const ids = held.map(({ id }) => id);
    if (ids.length > 0) await this.attachments.attach(inner, owner, ids, already);
  }

  removeOthers(inner: InnerScope, recordId: string, kept: readonly HeldAttachment[]): Promise<void> {
    const ids = kept.map(({ id }) => id);
    return this.attachments.removeOthers(inner, recordId, ids);
  }

  list(scope: TenantScope | InnerScope, recordId: string): Promise<AttachmentRow[]> {
    return this.attachments.list(scope, recordId);
  }

  /** Adds the addresses of files to a record, and shows the pictures of its content by them. */
  shown<Row extends WithAttachments>(scope: TenantScope, row: Row): Shown<Row> {
    const { content, files } = row;
    const isOf = (file: AttachmentRow): boolean => isInline(content, file.id);
    return {
      ...row,
      content: this.shownContent(scope, content),
      files: this.addressed(scope, files).map((file) => ({ ...file, isInline: isOf(file) })),
    };
  }

  /** Adds the addresses of files. */
  addressed(
    scope: TenantScope,
    files: readonly AttachmentRow[] | null,
  ): (AttachmentRow & { readonly url: string })[] {
    return (files ?? []).map((file) => {
      const path = pathFor(scope, file.id);
      return { ...file, url: this.urls.find(scope, path) ?? path };
    });
  }

  shownContent(scope: TenantScope, html: string): string {
    return withUrls(html, (id) => this.urls.find(scope, pathFor(scope, id)));
  }

  /** Replaces addresses by `cid:` in HTML that a client sends. */
  storedContent(scope: TenantScope, html: string): string {
    return withoutUrls(html, (id) => this.urls.find(scope, pathFor(scope, id)));
  }

  /** @throws attachment_not_found, also for a file that is not attached */
  async get(scope: TenantScope, id: string): Promise<ServedAttachment> {
    const found = await this.attachments.find(scope, readId(id, attachmentNotFound) as AttachmentId);
    if (!found) throw attachmentNotFound();
    return found;
  }

  /** Opens the bytes of a file. Reading throws when there are more or fewer. @throws storage_unavailable */
  async open({ storageName, byteSize }: ServedAttachment, range?: ByteRange): Promise<StoredBytes> {
    const bytes = await this.storage.read(storageName, range);
    if (bytes === null) throw storageUnavailable(new Error(`The storage has no file ${storageName}.`));
    return new CountedBytes(bytes, range ? range.last - range.first + 1 : byteSize);
  }

  /** Makes an address from which clients fetch the bytes themselves; null when they pass through the service. */
  async addressOf(
    { storageName }: ServedAttachment,
    shown: { readonly contentType: string; readonly contentDisposition: string },
  ): Promise<string | null> {
    return (await this.storage.downloadAddress?.(storageName, shown, DOWNLOAD_ADDRESS_SECONDS)) ?? null;
  }

  /** Says why a file cannot be attached. An unknown id and one of another workspace get the same answer. */
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

/** Customers with a session fetch files at an address of their own. */
function pathFor({ initiator }: TenantScope, id: string): string {
  return attachmentPath(id, initiator.customer && '/api/customer/v1');
}

/** Names the signed id in the refusal of its bytes. When another request has taken the file over, `hold` judges it. @throws other errors */
function problemsOf(error: unknown, path: string): FieldProblem[] {
  if (!(error instanceof DomainError)) throw error;
  if (error.kind === 'not_found') return [];
  const [problem] = error.problems;
  if (problem === undefined) throw error;
  return [{ path, message: `cannot be used: its ${problem.path} ${problem.message}` }];
}
