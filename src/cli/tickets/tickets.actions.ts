import type { INestApplicationContext } from '@nestjs/common';
import { FEATURES } from '../../app/feature-modules.js';
import { CommentReaderService } from '../../conversations/comment-reader.service.js';
import { CommentWriterService } from '../../conversations/comment-writer.service.js';
import { toCommentDto } from '../../conversations/comment.mapper.js';
import { htmlOf } from '../../import/foreign/foreign-ticket.js';
import { definedOnly } from '../../kernel/objects.js';
import { MAX_PAGE_SIZE, pageRequest } from '../../kernel/page.js';
import { plainTextOf } from '../../mail/composing/plain-text.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { toTicketDto } from '../../tickets/api/ticket.presenter.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { checkDescription } from '../../tickets/rules/description.rules.js';
import { readText, STDIN } from '../files.js';
import { printList } from '../output/table.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { withWorkspace } from '../session.js';

interface ListOptions extends JsonOption {
  readonly status?: string;
  readonly assignee?: string;
  readonly limit: number;
}

interface ReplyOptions extends JsonOption {
  readonly as: string;
  readonly text?: string;
  readonly note?: true;
}

export async function listTickets(
  terminal: Terminal,
  subdomain: string,
  { status, assignee, limit, ...options }: ListOptions,
): Promise<void> {
  const query = { value: definedOnly({ status, assignee_email: assignee }), problems: [] };
  const { items, totalRecords } = await withWorkspace(terminal, subdomain, FEATURES, ({ app, scope }) =>
    app.get(TicketReaderService).list(scope, query, pageRequest(1, limit)),
  );
  const tickets = items.map(toTicketDto);
  printList(terminal, options, {
    items: tickets,
    document: tickets,
    columns: {
      NUMBER: ({ number }) => `#${number}`,
      STATUS: ({ status }) => status,
      PRIORITY: ({ priority }) => priority ?? NOTHING,
      ASSIGNEE: ({ assignee }) => assignee?.email ?? NOTHING,
      CUSTOMER: ({ customer }) => customer.email ?? NOTHING,
      UPDATED: (ticket) => ticket.updated_at,
      SUBJECT: ({ subject }) => subject,
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
  const { ticket, comments } = await withWorkspace(terminal, subdomain, FEATURES, async ({ app, scope }) => ({
    ticket: toTicketDto(await app.get(TicketReaderService).get(scope, withoutHash(reference))),
    comments: await conversation(app, scope, withoutHash(reference)),
  }));
  if (json) terminal.printJson({ ticket, comments });
  else
    for (const line of [...linesOfTicket(ticket), ...comments.flatMap(linesOfComment)]) terminal.print(line);
}

/** Adds a comment of a member, as the API does, and prints its id, or with `--json` the comment. */
export async function replyToTicket(
  terminal: Terminal,
  subdomain: string,
  reference: string,
  { as: authorEmail, text, note, json }: ReplyOptions,
): Promise<void> {
  const content = htmlOf(text ?? (await readText(terminal, STDIN)));
  const problem = checkDescription(content);
  const entry = {
    ...{ authorEmail, authorType: 'agent' as const, content, mentions: [], attachments: [], isSilent: false },
    commentType: note ? ('note' as const) : ('reply' as const),
  };
  const problems = problem === null ? [] : [{ path: 'content', message: problem }];
  const { comment } = await withWorkspace(terminal, subdomain, FEATURES, ({ app, scope }) =>
    app.get(CommentWriterService).create(scope, withoutHash(reference), { value: entry, problems }),
  );
  if (json) terminal.printJson(toCommentDto(comment));
  else terminal.print(comment.id);
  terminal.say(`${note ? 'Added a note' : 'Replied'} to ticket ${reference} as ${authorEmail}.`);
}

/** Reads all comments of a conversation, the description first. */
async function conversation(
  app: INestApplicationContext,
  scope: TenantScope,
  reference: string,
): Promise<ShownComment[]> {
  const query = { value: { filter: null, newestFirst: false }, problems: [] };
  const comments: ShownComment[] = [];
  for (let page = 1; ; page++) {
    const found = await app
      .get(CommentReaderService)
      .list(scope, reference, query, pageRequest(page, MAX_PAGE_SIZE));
    comments.push(...found.items.map(toCommentDto));
    if (found.items.length < MAX_PAGE_SIZE) return comments;
  }
}

/** Accepts `#42` for `42`. */
function withoutHash(reference: string): string {
  return reference.replace(/^#/, '');
}

type ShownTicket = ReturnType<typeof toTicketDto>;
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
function linesOfComment({ comment_type, author, created_at, content, attachments }: ShownComment): string[] {
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
