import { z } from 'zod';
import type { CommentDto } from '../../conversations/dto/comment.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { OperationAnswer } from '../calls/inside-request.js';
import type { AnswerOf } from '../calls/operations.js';
import { MAX_DESCRIPTION_SHOWN, MAX_TEXT_SHOWN } from '../mcp.limits.js';
import { fitting, pageFrom, type NextArguments } from './fitting.rules.js';
import { plainTextOf } from './plain-text.rules.js';
import { shownComment, SHOWN_COMMENT, type ShownComment } from './shown-comment.js';
import {
  shownField,
  shownHtml,
  shownLists,
  shownTicket,
  SHOWN_FIELD,
  SHOWN_TICKET,
  textOfField,
  type ShownField,
  type FieldValue,
} from './shown-ticket.js';
import { NEXT, OFFSET, READS, RefusedOperation, shownTag, TICKET, tool, type ToolCaller } from './tool.js';
import { bytesOf, untrustedFrom, UNTRUSTED_TEXT } from './untrusted-text.rules.js';

const PAGE = 30;
/** The values of fields in a list of their own are cut after this number of bytes. */
const MAX_FIELD_SHOWN = 1_500;
/** Bytes of the arguments that go on with one cut text, without the name of a field. */
const CUT_BYTES = 120;

const INPUT = z.strictObject({
  ticket: TICKET,
  part: z
    .enum(['overview', 'comments', 'tags', 'fields', 'text'])
    .default('overview')
    .describe('What is shown; the overview has the beginnings of all.'),
  text: z
    .string()
    .max(300)
    .optional()
    .describe('With the part `text`: `description`, the id of a comment, or the name of a field.'),
  field: z
    .string()
    .max(300)
    .optional()
    .describe('With the part `text`: the name of a field, whatever it is. It goes before `text`.'),
  offset: OFFSET,
});

type Input = z.output<typeof INPUT>;

export const getTicket = tool({
  name: 'get_ticket',
  title: 'Get a ticket',
  description:
    'Shows a ticket with its newest comments, newest first, if the key may read them. `etag` is what update_ticket needs. What ends with ' +
    '`cut` goes on: take the arguments in `next`.',
  scopes: ['tickets:read'],
  annotations: READS,
  input: INPUT,
  output: z.object({
    etag: z.string().nullable().optional(),
    ticket: z
      .strictObject({
        ...SHOWN_TICKET,
        follow_up_at: z.string().nullable(),
        tags: z.array(z.string()),
        fields: z.array(SHOWN_FIELD),
        description: UNTRUSTED_TEXT,
      })
      .optional(),
    comments: z.array(SHOWN_COMMENT).optional(),
    comments_total: z.int().optional(),
    tags: z.array(z.string()).optional(),
    fields: z.array(SHOWN_FIELD).optional(),
    text: UNTRUSTED_TEXT.optional(),
    next: NEXT,
  }),
  run(input, caller) {
    if (input.part === 'overview') return overview(input, caller);
    if (input.part === 'comments') return comments(input, caller);
    if (input.part === 'text') return text(input, caller);
    return input.part === 'tags' ? tags(input, caller) : fields(input, caller);
  },
});

const ticketOf = ({ ticket }: Input, { run }: ToolCaller, include?: string): Promise<AnswerOf<'getTicket'>> =>
  run('getTicket', { params: { ticket_id: String(ticket) }, query: { include } });

async function overview(input: Input, caller: ToolCaller): Promise<Record<string, unknown>> {
  const { ticket } = input;
  const mayRead = caller.has('comments:read');
  const answer = await ticketOf(input, caller, mayRead ? 'follow_up,comments' : 'follow_up');
  const { ticket: shown } = answer.body;
  const lists = shownLists(shown);
  const description = shownHtml(shown.description, MAX_DESCRIPTION_SHOWN);
  const head = {
    etag: shownTag(answer),
    ticket: { ...shownTicket(shown), follow_up_at: shown.follow_up_at ?? null, ...lists, description },
    ...(mayRead && { comments_total: (shown.comments_total ?? 1) - 1 }),
  };
  const next = [
    ...(description.cut ? [rest(ticket, { text: 'description' }, description.untrusted_text)] : []),
    ...(lists.tags.length < shown.tags.length ? [{ ticket, part: 'tags', offset: lists.tags.length }] : []),
    ...(lists.fields.length < shown.fields.length || lists.fields.some(({ cut }) => cut)
      ? [{ ticket, part: 'fields', offset: 0 }]
      : []),
  ];
  if (!mayRead) return { ...head, next };
  const newest = (shown.comments ?? []).filter(isComment).reverse();
  const found = fittingComments({ ...head, next }, newest, ticket, 0, head.comments_total ?? 0, 0);
  return { ...head, comments: found.comments, next: [...next, ...found.next] };
}

async function comments(input: Input, { run }: ToolCaller): Promise<Record<string, unknown>> {
  const { ticket, offset } = input;
  const { query, skipped } = pageFrom(offset, PAGE);
  const params = { ticket_id: String(ticket) };
  const answer = await run('listComments', { params, query: { ...query, order: 'desc' } });
  const { comments: page, pagination } = answer.body;
  const total = pagination.total_records - 1;
  const rows = page.slice(skipped).filter(isComment);
  return { comments_total: total, ...fittingComments({}, rows, ticket, offset, total, 1) };
}

/** Shows comments, and how to go on with those that are cut and with those that are left out. */
function fittingComments(
  head: object,
  rows: readonly Wire<CommentDto>[],
  ticket: Input['ticket'],
  offset: number,
  total: number,
  least: number,
): { readonly comments: readonly ShownComment[]; readonly next: readonly NextArguments[] } {
  const bytesBeside = ({ cut }: ShownComment): number => (cut ? CUT_BYTES : 0);
  const { items, count } = fitting(head, rows, shownComment, { least, bytesBeside });
  const isMore = offset + count < total && (rows.length > 0 || least === 0);
  return {
    comments: items,
    next: [
      ...(isMore ? [{ ticket, part: 'comments', offset: offset + count }] : []),
      ...items.flatMap(({ id, cut, untrusted_text }) =>
        cut ? [rest(ticket, { text: id }, untrusted_text)] : [],
      ),
    ],
  };
}

async function tags(input: Input, caller: ToolCaller): Promise<Record<string, unknown>> {
  const { ticket, offset } = input;
  const { ticket: shown } = (await ticketOf(input, caller)).body;
  const { items, count } = fitting({}, shown.tags.slice(offset), (tag) => tag);
  const isMore = offset + count < shown.tags.length;
  return { tags: items, next: isMore ? [{ ticket, part: 'tags', offset: offset + count }] : [] };
}

async function fields(input: Input, caller: ToolCaller): Promise<Record<string, unknown>> {
  const { ticket, offset } = input;
  const { ticket: shown } = (await ticketOf(input, caller)).body;
  const rows = shown.fields.slice(offset);
  const show = (field: FieldValue): ShownField => shownField(field, MAX_FIELD_SHOWN);
  const bytesBeside = ({ cut }: ShownField, { field_name }: FieldValue): number =>
    cut ? CUT_BYTES + bytesOf(field_name) : 0;
  const { items, count } = fitting({}, rows, show, { bytesBeside });
  const isMore = offset + count < shown.fields.length;
  return {
    fields: items,
    next: [
      ...(isMore ? [{ ticket, part: 'fields', offset: offset + count }] : []),
      ...items.flatMap(({ cut, untrusted_text = '' }, index) =>
        // The name that is shown may be a part of the field's name.
        cut ? [rest(ticket, { field: rows[index]?.field_name ?? '' }, untrusted_text)] : [],
      ),
    ],
  };
}

async function text(input: Input, caller: ToolCaller): Promise<Record<string, unknown>> {
  const { ticket, offset, field, text: name = 'description' } = input;
  const whole =
    field === undefined ? await textNamed(input, caller, name) : await textIn(input, caller, field);
  const shown = untrustedFrom(whole, offset, MAX_TEXT_SHOWN);
  const source = field === undefined ? { text: name } : { field };
  return { text: shown, next: shown.cut ? [rest(ticket, source, shown.untrusted_text, offset)] : [] };
}

async function textNamed(input: Input, caller: ToolCaller, name: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(name)) {
    const params = { ticket_id: String(input.ticket), comment_id: name };
    return plainTextOf((await caller.run('getComment', { params })).body.comment.content);
  }
  if (name !== 'description') return textIn(input, caller, name);
  return plainTextOf((await ticketOf(input, caller)).body.ticket.description);
}

async function textIn(input: Input, caller: ToolCaller, fieldName: string): Promise<string> {
  const { fields: shown } = (await ticketOf(input, caller)).body.ticket;
  const field = shown.find(({ field_name }) => field_name === fieldName);
  if (!field) throw new RefusedOperation(noSuchText());
  return textOfField(field);
}

/** The arguments for what follows the part of a text that was shown. */
function rest(
  ticket: Input['ticket'],
  source: Pick<Input, 'text' | 'field'>,
  shown: string,
  offset = 0,
): NextArguments {
  return { ticket, part: 'text', ...source, offset: offset + shown.length };
}

function noSuchText(): OperationAnswer {
  const error = 'The ticket has no field of this name with a value.';
  return { status: 404, etag: null, body: { error, code: 'text_not_found' } };
}

function isComment({ comment_type }: Wire<CommentDto>): boolean {
  return comment_type !== 'description';
}
