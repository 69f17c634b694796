import { Injectable } from '@nestjs/common';
import type { HeldAttachment } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../attachments/content-ids.rules.js';
import type { CommentId, TicketId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { CommentEntry } from './comment.rules.js';

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

  /** Attaches files to a comment, or to a draft in place of those that it had. */
  async attach(
    inner: InnerScope,
    ticketId: TicketId,
    recordId: CommentId,
    held: readonly HeldAttachment[],
    { isDraft = false } = {},
  ): Promise<void> {
    await Promise.all([
      ...(isDraft ? [this.attachments.removeOthers(inner, recordId, held)] : []),
      this.attachments.attach(inner, { ticketId, recordId }, held),
    ]);
  }

  /** Removes the files of a draft that is thrown away. */
  remove(inner: InnerScope, recordId: CommentId): Promise<void> {
    return this.attachments.removeOthers(inner, recordId);
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
