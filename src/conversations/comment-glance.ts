import type { Shown } from '../attachments/attachment.row.js';
import { attachmentPath, isInline } from '../attachments/content-ids.rules.js';
import { MAX_PAGE_SIZE } from '../kernel/page.js';
import type { Glance } from '../platform/tenancy/glance.js';
import { ticketRefOf } from '../tickets/rules/ticket-ref.rules.js';
import type { CommentRow, ListedComment } from './comment.repository.js';
import { PAGE, referring } from './comment.sql.js';

/** Reads all elements of a conversation, the description first. Files have paths, because a workspace has an address in requests only. */
export async function glanceAtConversation(glance: Glance, reference: string): Promise<Shown<CommentRow>[]> {
  const [statement, ticket] = referring(PAGE, ticketRefOf(reference));
  const elements: Shown<CommentRow>[] = [];
  for (let offset = 0; ; offset += MAX_PAGE_SIZE) {
    const rows = await glance<ListedComment>(statement, [ticket, offset, MAX_PAGE_SIZE, false]);
    const found = rows.filter((row): row is ListedComment & CommentRow => row.id !== null);
    elements.push(...found.map(shown));
    if (found.length < MAX_PAGE_SIZE) return elements;
  }
}

function shown(row: CommentRow): Shown<CommentRow> {
  const files = (row.files ?? []).map((file) => ({
    ...file,
    url: attachmentPath(file.id),
    isInline: isInline(row.content, file.id),
  }));
  return { ...row, files };
}
