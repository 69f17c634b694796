import { z } from 'zod';
import type { AnswerOf, ArgumentsOf } from '../calls/operations.js';
import { htmlOf } from './plain-text.rules.js';
import { shownTicket, SHOWN_TICKET } from './shown-ticket.js';
import { ADDS, ETAG, NEXT, ONCE, sentTag, shownTag, TICKET, tool, type AnyTool } from './tool.js';

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
    text: z.string().max(50_000).describe('The description as plain text; empty lines part paragraphs.'),
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

const updateTicket = tool({
  name: 'update_ticket',
  title: 'Update a ticket',
  description:
    'Changes the named properties of a ticket. Give the `etag` of get_ticket. When somebody has changed the ticket since, the call is refused ' +
    'with precondition_failed: read the ticket again. list_choices has the names.',
  scopes: ['tickets:write'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ticket: TICKET,
    etag: ETAG,
    subject: LINE.optional(),
    ...PROPERTIES,
    tags: TAGS.optional().describe('Replaces all tags.'),
    add_tags: TAGS.optional(),
    remove_tags: TAGS.optional(),
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

function shownWritten(answer: AnswerOf<'createTicket' | 'updateTicket'>): Record<string, unknown> {
  return { etag: shownTag(answer), ticket: shownTicket(answer.body.ticket), next: [] };
}

export const ticketWritingTools: readonly AnyTool[] = [createTicket, updateTicket];
