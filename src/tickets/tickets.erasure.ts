import { snakeCase } from '../kernel/text.js';
import { ERASED_AT_ONCE, type Batches, type TableErasure } from '../platform/features/erasure.js';
import { NEXT_MOMENT } from '../platform/tenancy/statement.js';
import { ALL_PROPERTIES } from './rules/properties/ticket-properties.js';

/** The columns of a ticket that lose their words, with the SQL of the value that they get. */
const ERASED = ALL_PROPERTIES.flatMap(({ column, erased }) =>
  column && erased !== undefined
    ? [
        {
          name: snakeCase(column.key),
          value: erased === null ? `NULL::${column.type}` : `'${erased}'::${column.type}`,
        },
      ]
    : [],
);

const erasedText = (property: string): string =>
  ALL_PROPERTIES.find(({ name }) => name === property)?.erased ?? '';

const THEIRS = 'SELECT id FROM tickets WHERE workspace_id = $1 AND customer_id = $2::uuid';

/** Is a batch of tickets by their numbers. */
const IN_BATCH = 'number > $3::integer AND ($4::integer IS NULL OR number <= $4::integer)';

/** SQL for whether a ticket has nothing left to be erased. */
export const isErased = (ticket: string): string =>
  `(${ERASED.map(({ name }) => `${ticket}.${name}`).join(', ')}) IS NOT DISTINCT FROM (${ERASED.map(({ value }) => value).join(', ')})`;

/** Erases the texts of the tickets of the customer $2. */
const ERASE_TEXTS = `UPDATE tickets t SET ${ERASED.map(({ name, value }) => `${name} = ${value}`).join(', ')},
      updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
    WHERE workspace_id = $1 AND customer_id = $2::uuid AND ${IN_BATCH}
      AND NOT (${isErased('t')})
    RETURNING id, number`;

/** SQL for whether one of the addresses (folded) is among the participants of a ticket. */
export const takesPart = (addresses: string, ticket: string): string =>
  `EXISTS (SELECT FROM jsonb_array_elements(${ticket}.participants) AS p (one)
      WHERE lower(normalize(p.one ->> 'email', NFC)) = ANY (${addresses}::text[]))`;

/** SQL for whether a ticket has had one of the addresses (folded) among its participants when the statement began. */
const tookPart = (addresses: string): string =>
  `id IN (SELECT i.ticket_id FROM ticket_participant_index i WHERE i.workspace_id = $1 AND i.email_key = ANY (${addresses}::text[]))`;

/**
 * Takes the addresses $5 (folded) of the customer out of the participants of other tickets. The index finds them at once, so that the last
 * transaction, too, looks at all tickets.
 */
const ERASE_PARTICIPANTS = `UPDATE tickets t SET participants = (
      SELECT jsonb_agg(p.one ORDER BY p.place) FROM jsonb_array_elements(t.participants) WITH ORDINALITY AS p (one, place)
      WHERE lower(normalize(p.one ->> 'email', NFC)) <> ALL ($5::text[])),
      updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
    WHERE workspace_id = $1 AND customer_id <> $2::uuid AND ${IN_BATCH} AND ${tookPart('$5')} AND ${takesPart('$5', 't')}
    RETURNING id, number`;

const lastOfBatch = (which: string): string =>
  `SELECT number FROM tickets WHERE workspace_id = $1 AND ${which} AND number > $3::integer
    ORDER BY number OFFSET ${ERASED_AT_ONCE - 1} LIMIT 1`;
const LAST_OF_THEIRS = lastOfBatch('customer_id = $2::uuid');
const LAST_OF_OTHERS = lastOfBatch(`customer_id <> $2::uuid AND ${tookPart('$4')}`);

/** Batches of the tickets of the customer. */
export const THEIR_TICKETS: Batches = { from: [0], end: ({ id }, from) => [LAST_OF_THEIRS, id, ...from] };

export const TICKETS: TableErasure = {
  things: THEIRS,
  holders: THEIRS,
  // A count: a customer may have very many.
  holds: `SELECT count(*) FROM (${THEIRS} ORDER BY id FOR NO KEY UPDATE) AS held`,
  keptTerms: [
    // An address is no word of the customer's ticket, but its own.
    ...ALL_PROPERTIES.filter(
      ({ name, isAudited, erased }) => isAudited && erased === undefined && name !== 'email',
    ).map(({ name }) => name),
    ...['number', 'first_responded_at', 'merged_into', 'resolution_due_date', 'follow_up_at', 'due_at'],
  ],
  leaves: { subject: erasedText('subject'), description: erasedText('description') },
  steps: [
    {
      page: 'tickets of others | the customer as a participant | what others wrote, also about this person',
      counted: 'participants of other tickets',
      tells: 'ticket.updated',
      erase: ({ id, addresses }, from, to) => [ERASE_PARTICIPANTS, id, ...from, ...to, addresses],
      batches: { from: [0], end: ({ id, addresses }, from) => [LAST_OF_OTHERS, id, ...from, addresses] },
    },
    {
      page: 'its tickets | subject (`Erased`), description, tags, field values, `external_id`, `source`, `follow_up_at`, `resolution_due_date`, participants | number, other dates, status, priority, category, group, assignee, channel: the figures of the desk stay true',
      tells: 'ticket.updated',
      erase: ({ id }, from, to) => [ERASE_TEXTS, id, ...from, ...to],
      batches: THEIR_TICKETS,
    },
  ],
};
