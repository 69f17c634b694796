import { Injectable } from '@nestjs/common';
import type { AttachmentRow, HeldAttachment } from '../../attachments/attachment.row.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../../attachments/content-ids.rules.js';
import type { AttachmentId, TicketId } from '../../kernel/ids.js';
import type { Draft, Problems } from '../../kernel/problems.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CleanDescription } from '../rules/description.rules.js';
import type { TicketChanges } from '../rules/ticket.changes.js';

/** The files of a description: those that it has, and those that a change adds. */
export interface TicketFiles {
  readonly present: readonly Pick<AttachmentRow, 'id' | 'contentId'>[];
  readonly added: readonly HeldAttachment[];
}

/** Attaches files to the descriptions of tickets (extensions, section 16). */
@Injectable()
export class TicketAttachmentsService {
  constructor(private readonly attachments: AttachmentsService) {}

  /** What must be done before the unit of work: files come from the storage, and addresses of pictures are `cid:` again. */
  async prepare(scope: TenantScope, draft: Draft<TicketChanges>): Promise<Draft<TicketChanges>> {
    const { attachments, description } = draft.value;
    if (attachments !== undefined) await this.attachments.settle(scope, attachments);
    if (typeof description !== 'string' || description === '') return draft;
    return {
      ...draft,
      value: { ...draft.value, description: this.attachments.storedContent(scope, description) },
    };
  }

  /** The files of a new ticket. A wrong one is a problem. */
  async holdForNew(inner: InnerScope, changes: TicketChanges, problems: Problems): Promise<TicketFiles> {
    return { present: [], added: await this.attachments.hold(inner, changes.attachments, problems) };
  }

  /** The same for a ticket that is there. Its own files are read when a change needs them. */
  async hold(
    inner: InnerScope,
    ticketId: TicketId,
    { attachments, description }: TicketChanges,
    problems: Problems,
  ): Promise<TicketFiles> {
    const html = description instanceof CleanDescription ? description.html : description;
    const isAdding = attachments !== undefined && attachments.length > 0;
    const isNeeded = isAdding || (html !== undefined && namesAttachments(html));
    const present = isNeeded ? await this.attachments.list(inner, ticketId) : [];
    return {
      present,
      added: await this.attachments.hold(inner, attachments, problems, { already: present.length }),
    };
  }

  /** A description as it is stored with these files. */
  storedDescription(html: string, { present, added }: TicketFiles): string {
    return withStoredIds(html, [...present, ...added]);
  }

  async attach(inner: InnerScope, ticketId: TicketId, { present, added }: TicketFiles): Promise<void> {
    await this.attachments.attach(inner, { ticketId, recordId: ticketId }, added, present.length);
  }
}

/** What the audit trail keeps of added files: the ids before and after; nothing when none was added. */
export function attachmentTerms({ present, added }: TicketFiles): {
  readonly before: { readonly attachments?: readonly AttachmentId[] };
  readonly after: { readonly attachments?: readonly AttachmentId[] };
} {
  if (added.length === 0) return { before: {}, after: {} };
  const before = present.map(({ id }) => id);
  return {
    before: { attachments: before },
    after: { attachments: [...before, ...added.map(({ id }) => id)] },
  };
}
