import { z } from 'zod';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { FoundTicketDto } from '../../tickets/api/dto/ticket.dto.js';
import { fitting, pageFrom } from './fitting.rules.js';
import { plainTextOf } from './plain-text.rules.js';
import { shownTicket, SHOWN_TICKET } from './shown-ticket.js';
import { NEXT, OFFSET, READS, tool, type AnyTool } from './tool.js';
import { getTicket } from './ticket-tool.js';
import { untrusted, UNTRUSTED_TEXT } from './untrusted-text.rules.js';

/** The number of tickets of a search that are read at once. Fewer may fit into an answer. */
const PAGE = 10;
const MAX_SNIPPET_SHOWN = 300;

const FOUND_TICKET = z.strictObject({
  ...SHOWN_TICKET,
  matches: z
    .array(z.strictObject({ comment_id: z.string().nullable(), ...UNTRUSTED_TEXT.shape }))
    .optional()
    .describe('Where the words stand; `comment_id` is null for the subject and the description.'),
});

const searchTickets = tool({
  name: 'search_tickets',
  title: 'Search tickets',
  description:
    'Finds tickets, the newest first. `q` has words that the subject, the description or a comment must have, "a phrase", -word, and ' +
    'filters as name:value, such as status:open, priority:urgent, customer_email:jane@customer.example, assignee_email:eve@acme.example, ' +
    'group:"Tier 1", tag:vip, category:Refund, overdue:true, follow_up:future or updated_after:2026-01-31T09:30:00Z; -status:closed is the ' +
    'opposite. Without `q`, all tickets are listed. Use get_ticket for descriptions and comments.',
  scopes: ['tickets:read'],
  annotations: READS,
  input: z.strictObject({
    q: z.string().max(1_000).optional(),
    sort: z.enum(['created_at', 'updated_at', 'follow_up_at']).default('created_at'),
    order: z.enum(['desc', 'asc']).default('desc'),
    offset: OFFSET,
  }),
  output: z.object({
    total: z.int().describe('How many tickets there are in all.'),
    tickets: z.array(FOUND_TICKET),
    search_complete: z.literal(false).optional().describe('More may be found later.'),
    next: NEXT,
  }),
  async run(input, { run }) {
    const { q, sort, order, offset } = input;
    const { query, skipped } = pageFrom(offset, PAGE);
    const search = q === undefined ? {} : { q, include: 'matches' };
    // Defaults of the list need not be read.
    const sorting = {
      sort: sort === 'created_at' ? undefined : sort,
      order: order === 'desc' ? undefined : order,
    };
    const answer = await run('listTickets', { query: { ...query, ...sorting, ...search } });
    const { tickets, pagination, search_complete } = answer.body;
    const head = {
      total: pagination.total_records,
      ...(search_complete === false && { search_complete }),
    };
    const rows = tickets.slice(skipped);
    const { items, count } = fitting({ ...head, input }, rows, shownFound);
    const isMore = offset + count < pagination.total_records && rows.length > 0;
    return { ...head, tickets: items, next: isMore ? [{ ...input, offset: offset + count }] : [] };
  },
});

function shownFound(ticket: Wire<FoundTicketDto>): object {
  const matches = ticket.matches?.map(({ comment_id, snippet }) => ({
    comment_id,
    ...untrusted(plainTextOf(snippet), MAX_SNIPPET_SHOWN),
  }));
  return { ...shownTicket(ticket), ...(matches && { matches }) };
}

export const ticketReadingTools: readonly AnyTool[] = [searchTickets, getTicket];
