import { z } from 'zod';
import type { AnswerOf, ArgumentsOf } from '../calls/operations.js';
import { MAX_PROBLEM_SHOWN, MAX_PROBLEMS_SHOWN, MAX_TICKETS_CHANGED } from '../mcp.limits.js';
import { htmlOf } from './plain-text.rules.js';
import { shownTicket, SHOWN_TICKET } from './shown-ticket.js';
import {
  ADDS,
  ETAG,
  NEXT,
  ONCE,
  RefusedOperation,
  sentTag,
  shownTag,
  TICKET,
  tool,
  type AnyTool,
} from './tool.js';
import { shortened } from './untrusted-text.rules.js';

type BatchResult = AnswerOf<'batchTickets'>['body']['results'][number];

const LINE = z.string().max(1_000);

/** A new ticket and a change take these properties under the names that the API has for them. */
const PROPERTIES = {
  status: LINE.optional(),
  priority: z.enum(['low', 'medium', 'high', 'urgent']).optional(),
  category: LINE.optional(),
  sub_category_one: LINE.nullable().optional(),
  sub_category_two: LINE.nullable().optional(),
  group: LINE.nullable().optional().describe('The name of a group; null takes it away.'),
  assignee_email: LINE.nullable()
    .optional()
    .describe('A team member; null takes the ticket away from its member.'),
  ticket_fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]))
    .optional()
    .describe('Values by the exact names of custom fields; null clears one.'),
  resolution_due_date: LINE.nullable().optional().describe('A date-time with an offset.'),
  follow_up_at: LINE.nullable()
    .optional()
    .describe('When to look at it again: a date-time with an offset, in the future; null clears it.'),
  skip_notifications: z.boolean().optional().describe('True sends no mail about it.'),
} satisfies ArgumentsOf<'updateTicket'>;

const TAGS = z.array(LINE).max(500);

const OUTPUT = z.object({
  etag: z.string().nullable(),
  ticket: z.strictObject(SHOWN_TICKET),
  next: NEXT,
});

const createTicket = tool({
  name: 'create_ticket',
  title: 'Create a ticket',
  description:
    'Raises a ticket for a customer. The desk may send the customer a mail that it has come, unless skip_notifications is true. Names are ' +
    'those of list_choices.',
  scopes: ['tickets:write'],
  annotations: { ...ADDS, openWorldHint: true },
  input: z.strictObject({
    email: LINE.describe('The address of the customer. When no customer has it, one is made.'),
    name: LINE.optional().describe('The name of a new customer.'),
    subject: LINE,
    text: z.string().max(50_000).describe('The description as plain text; empty lines separate paragraphs.'),
    ...PROPERTIES,
    tags: TAGS.optional(),
    idempotency_key: ONCE,
  }),
  output: OUTPUT,
  async run({ text, idempotency_key, ...properties }, { run }) {
    const answer = await run('createTicket', {
      body: { ...properties, description: htmlOf(text) },
      headers: { 'idempotency-key': idempotency_key },
    });
    return shownWritten(answer);
  },
});

/** A change of one ticket takes these properties. */
const CHANGES = {
  subject: LINE.optional(),
  ...PROPERTIES,
  tags: TAGS.optional().describe('Replaces all tags.'),
  add_tags: TAGS.optional(),
  remove_tags: TAGS.optional(),
};

const CHANGES_WHAT_IS_THERE = {
  ...{ readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const updateTicket = tool({
  name: 'update_ticket',
  title: 'Update a ticket',
  description:
    'Changes the named properties of a ticket. Give the `etag` of get_ticket. When somebody has changed the ticket since, the call is refused ' +
    'with precondition_failed: read the ticket again. list_choices has the names.',
  scopes: ['tickets:write'],
  annotations: CHANGES_WHAT_IS_THERE,
  input: z.strictObject({
    ticket: TICKET,
    etag: ETAG,
    ...CHANGES,
    idempotency_key: ONCE,
  }),
  output: OUTPUT,
  async run({ ticket, etag, idempotency_key, ...body }, { run }) {
    const answer = await run('updateTicket', {
      params: { ticket_id: String(ticket) },
      body,
      headers: { 'if-match': sentTag(etag), 'idempotency-key': idempotency_key },
    });
    return shownWritten(answer);
  },
});

const RESULT = z.strictObject({
  ticket: z.union([z.int(), z.string()]).describe('As the call named it.'),
  status: z.int().describe('200 when the ticket was changed; otherwise the status of the refusal.'),
  code: z.string().optional(),
  problems: z.array(z.string()).optional(),
});

const updateTickets = tool({
  name: 'update_tickets',
  title: 'Update several tickets',
  description:
    `Changes up to ${MAX_TICKETS_CHANGED} tickets in their order, each as update_ticket does, and counts as one call. A refused change keeps no other from being ` +
    'made, but with `atomic` all are made or none. Name each ticket that you mean: there is no change of all that a search finds.',
  scopes: ['tickets:write'],
  annotations: CHANGES_WHAT_IS_THERE,
  input: z.strictObject({
    tickets: z
      .array(z.strictObject({ ticket: TICKET, etag: ETAG.optional(), ...CHANGES }))
      .min(1)
      .max(MAX_TICKETS_CHANGED),
    atomic: z.boolean().default(false),
    idempotency_key: ONCE,
  }),
  output: z.object({ succeeded: z.int(), failed: z.int(), results: z.array(RESULT), next: NEXT }),
  async run({ tickets, atomic, idempotency_key }, { run }) {
    const operations = tickets.map(({ ticket, etag, ...body }) => ({
      ...{ op: 'update', ticket, body },
      ...(etag !== undefined && { if_match: sentTag(etag) }),
    }));
    const { body } = await namingArguments(
      run('batchTickets', {
        body: { operations, atomic },
        headers: { 'idempotency-key': idempotency_key },
      }),
    );
    const results = body.results.map((result, index) => ({
      ticket: tickets[index]?.ticket,
      ...shownResult(result),
    }));
    return { succeeded: body.succeeded, failed: body.failed, results, next: [] };
  },
});

/** A refusal of all names the operations of the API. The caller knows them as `tickets`. */
async function namingArguments<Answer>(answered: Promise<Answer>): Promise<Answer> {
  return answered.catch((thrown: unknown) => {
    if (!(thrown instanceof RefusedOperation)) throw thrown;
    const text = JSON.stringify(thrown.answer.body)
      .replace(/operations\[(\d+)\]\.if_match/g, 'tickets[$1].etag')
      .replace(/operations\[(\d+)\](\.body)?/g, 'tickets[$1]');
    throw new RefusedOperation({ ...thrown.answer, body: JSON.parse(text) as object });
  });
}

/** Says what became of a change, in few words: a reader has the ticket, or can read it. */
function shownResult({ status, code, error, field_errors: problems = [] }: BatchResult): object {
  if (code === undefined || error === undefined) return { status };
  const sentences = problems.map(({ field, message }) => `${field} ${message}`);
  const shown = (sentences.length > 0 ? sentences : [error]).slice(0, MAX_PROBLEMS_SHOWN);
  return { status, code, problems: shown.map((problem) => shortened(problem, MAX_PROBLEM_SHOWN)) };
}

function shownWritten(answer: AnswerOf<'createTicket' | 'updateTicket'>): Record<string, unknown> {
  return { etag: shownTag(answer), ticket: shownTicket(answer.body.ticket), next: [] };
}

export const ticketWritingTools: readonly AnyTool[] = [createTicket, updateTicket, updateTickets];
