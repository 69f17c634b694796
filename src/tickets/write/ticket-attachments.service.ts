import { Injectable } from '@nestjs/common';
import type { AttachmentRow, HeldAttachment } from '../../attachments/attachment.row.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { namesAttachments, withStoredIds } from '../../attachments/content-ids.rules.js';
import type { AuditedState } from '../../events/audit-entry.js';
import type { TicketId } from '../../kernel/ids.js';
import type { Checked, Problems } from '../../kernel/errors.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { CleanDescription } from '../rules/description.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';

/** The files that a description has, and those that a change adds. */
export interface TicketFiles {
  readonly present: readonly Pick<AttachmentRow, 'id' | 'contentId'>[];
  readonly added: readonly HeldAttachment[];
}

/** Attaches files to the descriptions of tickets [rule 16]. */
@Injectable()
export class TicketAttachmentsService {
  constructor(private readonly attachments: AttachmentsService) {}

  /** Takes over uploaded files, and makes addresses of pictures `cid:` again. Call it before the unit of work. */
  async prepare(
    scope: TenantScope,
    { value, problems }: Checked<TicketChanges>,
  ): Promise<Checked<TicketChanges>> {
    const { attachments, description } = value;
    const refused = await this.attachments.takeDirectUploads(scope, attachments);
    const prepared = { value, problems: [...problems, ...refused] };
    if (typeof description !== 'string' || description === '') return prepared;
    return {
      ...prepared,
      value: { ...value, description: this.attachments.storedContent(scope, description) },
    };
  }

  /** Holds the files of a change. A wrong one is a problem. The ticket's own files are read when the change needs them. */
  async hold(
    inner: InnerScope,
    ticketId: TicketId | null,
    { attachments, description }: TicketChanges,
    problems: Problems,
  ): Promise<TicketFiles> {
    const html = description instanceof CleanDescription ? description.html : description;
    const isAdding = attachments !== undefined && attachments.length > 0;
    const isNeeded = isAdding || (html !== undefined && namesAttachments(html));
    const present = ticketId && isNeeded ? await this.attachments.list(inner, ticketId) : [];
    const already = present.length;
    return { present, added: await this.attachments.hold(inner, attachments, problems, { already }) };
  }

  storedDescription(html: string, { present, added }: TicketFiles): string {
    return withStoredIds(html, [...present, ...added]);
  }

  async attach(inner: InnerScope, ticketId: TicketId, { present, added }: TicketFiles): Promise<void> {
    await this.attachments.attach(inner, { ticketId, recordId: ticketId }, added, present.length);
  }
}

/** The ids of files before and after a change, as the audit trail keeps them; nothing when none was added. */
export function attachmentTerms({ present, added }: TicketFiles): Record<'before' | 'after', AuditedState> {
  if (added.length === 0) return { before: {}, after: {} };
  const attachments = present.map(({ id }) => id);
  return { before: { attachments }, after: { attachments: [...attachments, ...added.map(({ id }) => id)] } };
}
