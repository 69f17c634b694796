import type { toCommentDto } from '../../conversations/comment.presenter.js';
import { plainTextOf } from '../../mail/composing/plain-text.js';
import type { toTicketDto } from '../../tickets/api/ticket.presenter.js';

export type ShownTicket = ReturnType<typeof toTicketDto>;
export type ShownComment = ReturnType<typeof toCommentDto>;

const TITLE_WIDTH = 12;
const NOTHING = '-';

/** The columns of a list. */
export const TITLES = ['NUMBER', 'STATUS', 'PRIORITY', 'ASSIGNEE', 'CUSTOMER', 'UPDATED', 'SUBJECT'];

export function rowOfTicket(ticket: ShownTicket): string[] {
  return [
    `#${ticket.number}`,
    ticket.status,
    ticket.priority ?? NOTHING,
    ticket.assignee?.email ?? NOTHING,
    ticket.customer.email ?? NOTHING,
    ticket.updated_at,
    ticket.subject,
  ];
}

/** A ticket for people, without its description: that is the first element of the conversation. */
export function linesOfTicket(ticket: ShownTicket): string[] {
  const categories = [ticket.category, ticket.sub_category_one, ticket.sub_category_two];
  const shown: readonly (readonly [string, string | null])[] = [
    ['Status', ticket.status],
    ['Priority', ticket.priority],
    ['Category', categories.filter((name) => name !== null).join(' > ')],
    ['Group', ticket.group],
    ['Assignee', ticket.assignee && personIn(ticket.assignee)],
    ['Customer', personIn(ticket.customer)],
    ['Tags', ticket.tags.join(', ')],
    ['Created', ticket.created_at],
    ['Updated', ticket.updated_at],
    ['Due', ticket.resolution_due_date],
    ...ticket.fields.map(({ field_name: name, field_value: value }) => [name, String(value)] as const),
  ];
  return [
    `#${ticket.number} ${ticket.subject}`,
    ...shown
      .filter(([, value]) => value)
      .map(([title, value]) => `${title.padEnd(TITLE_WIDTH)} ${value ?? ''}`),
  ];
}

/** An element of the conversation, behind an empty line: who and when, the words, the names of files. */
export function linesOfComment({
  comment_type,
  author,
  created_at,
  content,
  attachments,
}: ShownComment): string[] {
  const words = plainTextOf(content).replaceAll('\t', '    ').split('\n');
  const files = attachments.map(({ filename }) => filename).join(', ');
  return [
    '',
    `${created_at} ${comment_type} of ${personIn(author)}`,
    ...words.map((line) => `  ${line}`.trimEnd()),
    ...(files === '' ? [] : [`  Files: ${files}`]),
  ];
}

function personIn({ name, email }: { readonly name: string | null; readonly email: string | null }): string {
  return name === null || name === email ? (email ?? NOTHING) : `${name} <${email ?? NOTHING}>`;
}
