import { Injectable } from '@nestjs/common';
import type { AttachmentRow, HeldAttachment, Shown, WithAttachments } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../attachments/content-ids.rules.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { CommentEntry } from './comment.rules.js';

/** A draft, and the files that it has; null for none. */
interface WithFiles {
  readonly id: CommentId;
  readonly files: readonly AttachmentRow[] | null;
}

/** Attaches files to comments and drafts (extensions, section 16). A draft has the id of the comment that it becomes, so its files stay. */
@Injectable()
export class CommentAttachmentsService {
  constructor(private readonly attachments: AttachmentsService) {}

  /** What must be done before the unit of work: files come from the storage, and addresses of pictures are `cid:` again. */
  async prepare(scope: TenantScope, entry: CommentEntry): Promise<CommentEntry> {
    await this.attachments.settle(scope, entry.attachments);
    const { content } = entry;
    return content === undefined
      ? entry
      : { ...entry, content: this.attachments.storedContent(scope, content) };
  }

  /** The files of an entry. A wrong one is a problem. What the draft `recordId` has already may be named again. */
  hold(
    inner: InnerScope,
    { attachments }: CommentEntry,
    problems: Problems,
    recordId: CommentId | null = null,
  ): Promise<readonly HeldAttachment[]> {
    return this.attachments.hold(inner, attachments, problems, { recordId });
  }

  /** Attaches files to a comment, or to a draft in place of those that it had `before`. */
  async attach(
    inner: InnerScope,
    ticketId: TicketId,
    recordId: CommentId,
    held: readonly HeldAttachment[],
    before: WithFiles | null = null,
  ): Promise<void> {
    await Promise.all([
      ...(before ? [this.remove(inner, before, held)] : []),
      this.attachments.attach(inner, { ticketId, recordId }, held),
    ]);
  }

  /** Removes the files of a draft, but for those that are `kept`. Call it with the lock of the ticket. */
  async remove(
    inner: InnerScope,
    { id, files }: WithFiles,
    kept: readonly HeldAttachment[] = [],
  ): Promise<void> {
    if (files !== null && files.length > 0) await this.attachments.removeOthers(inner, id, kept);
  }

  /** A comment or draft with the addresses of its files. */
  shown<Row extends WithAttachments>(inner: InnerScope, row: Row): Shown<Row> {
    return this.attachments.shown(inner, row);
  }

  /** Content as it is stored with these files. */
  storedContent(content: string, held: readonly HeldAttachment[]): string {
    return withStoredIds(content, held);
  }

  /** Content as it would be stored with the files of a comment that is there. */
  async contentAsIn(inner: InnerScope, id: CommentId, content: string): Promise<string> {
    if (!namesAttachments(content)) return content;
    return withStoredIds(content, await this.attachments.list(inner, id));
  }
}
