import { glanceAtConversation } from '../../conversations/comment-glance.js';
import { toCommentDto } from '../../conversations/comment.presenter.js';
import { definedOnly } from '../../kernel/objects.js';
import type { Glance } from '../../platform/tenancy/glance.js';
import { pageRequest } from '../../kernel/page.js';
import { toTicketDto } from '../../tickets/api/ticket.presenter.js';
import { glanceAtTicket, glanceAtTickets } from '../../tickets/read/ticket-glance.js';
import { glanceAt } from '../glance.js';
import { printList } from '../output/table.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { withoutHash } from './ticket-reference.js';

interface ListOptions extends JsonOption {
  readonly status?: string;
  readonly assignee?: string;
  readonly limit: number;
}

export async function listTickets(
  terminal: Terminal,
  subdomain: string,
  { status, assignee, limit, ...options }: ListOptions,
): Promise<void> {
  const query = definedOnly({ status, assignee_email: assignee });
  const { items, totalRecords } = await glanceAt(terminal, subdomain, (glance) =>
    glanceAtTickets(glance, query, pageRequest(1, limit)),
  );
  printList(terminal, options, {
    items: items.map(toTicketDto),
    columns: {
      NUMBER: ({ number }) => `#${number}`,
      STATUS: 'status',
      PRIORITY: 'priority',
      ASSIGNEE: ({ assignee }) => assignee?.email ?? NOTHING,
      CUSTOMER: ({ customer }) => customer.email ?? NOTHING,
      UPDATED: 'updated_at',
      SUBJECT: 'subject',
    },
    none: `Workspace "${subdomain}" has no ticket that matches.`,
  });
  if (totalRecords > items.length) terminal.say(`These are the newest ${items.length} of ${totalRecords}.`);
}

/** Prints a ticket and its conversation, the oldest comment first. */
export async function showTicket(
  terminal: Terminal,
  subdomain: string,
  reference: string,
  { json }: JsonOption,
): Promise<void> {
  const { ticket, comments } = await glanceAt(terminal, subdomain, async (glance) => ({
    ticket: await glanceAtShown(glance, withoutHash(reference)),
    comments: (await glanceAtConversation(glance, withoutHash(reference))).map(toCommentDto),
  }));
  if (json) {
    terminal.printJson({ ticket, comments });
    return;
  }
  // A list does not need this code.
  const { plainTextOf } = await import('../../mail/composing/plain-text.js');
  const conversation = comments.flatMap((comment) => linesOfComment(comment, plainTextOf(comment.content)));
  for (const line of [...linesOfTicket(ticket), ...conversation]) terminal.print(line);
}

/** Reads a ticket as answers show it, with its follow-up. */
async function glanceAtShown(glance: Glance, reference: string): Promise<ShownTicket> {
  const ticket = await glanceAtTicket(glance, reference);
  const { follow_up_at: followUpAt } = ticket.row;
  return { ...toTicketDto(ticket), follow_up_at: followUpAt?.toISOString() ?? null };
}

type ShownTicket = ReturnType<typeof toTicketDto> & { readonly follow_up_at: string | null };
type ShownComment = ReturnType<typeof toCommentDto>;

const TITLE_WIDTH = 12;
const NOTHING = '-';

/** Describes a ticket for people, without its description: that is the first element of the conversation. */
function linesOfTicket(ticket: ShownTicket): string[] {
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
    ['Follow-up', ticket.follow_up_at],
    ...ticket.fields.map(({ field_name: name, field_value: value }) => [name, String(value)] as const),
  ];
  return [
    `#${ticket.number} ${ticket.subject}`,
    ...shown
      .filter(([, value]) => value)
      .map(([title, value]) => `${title.padEnd(TITLE_WIDTH)} ${value ?? ''}`),
  ];
}

/** Describes a comment after an empty line: author and time, the text, the names of files. */
function linesOfComment(
  { comment_type, author, created_at, attachments }: ShownComment,
  text: string,
): string[] {
  const words = text.replaceAll('\t', '    ').split('\n');
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
