import { deletedBy, ERASED_AT_ONCE, type Batches, type TableErasure } from '../platform/features/erasure.js';
import { isErased, takesPart, THEIR_TICKETS } from '../tickets/tickets.erasure.js';

/**
 * Erases the comments `which` on the tickets `where`, and answers with the ticket of each comment, without its id unless `isTold`. It locks
 * these tickets first, as writers of comments do, so that their events keep their order.
 */
const erasedComments = (which: string, where: string, isTold: string): string => {
  const found = `c.workspace_id = $1 AND ${which} AND (c.content <> '' OR c.message_id IS NOT NULL)`;
  return `UPDATE comments c SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), c.updated_at)
    FROM (
      SELECT t.id, t.number, ${isTold} AS is_told FROM tickets t
      WHERE t.workspace_id = $1 AND ${where} AND EXISTS (SELECT FROM comments c WHERE c.ticket_id = t.id AND ${found})
      ORDER BY t.id FOR NO KEY UPDATE) AS theirs
    WHERE c.ticket_id = theirs.id AND ${found}
    RETURNING CASE WHEN theirs.is_told THEN theirs.id END AS id, theirs.number`;
};

const IN_BATCH = 't.number > $3::integer AND ($4::integer IS NULL OR t.number <= $4::integer)';

/** Erases all comments on a batch of tickets of the customer $2. Of a ticket that still has words, the step that erases these tells. */
const ERASE_ON_THEIRS = erasedComments('true', `t.customer_id = $2::uuid AND ${IN_BATCH}`, isErased('t'));

/**
 * Erases the comments of the customer $2 that are left in a batch of tickets: those on tickets of others. Of a ticket in which one of the
 * addresses $5 takes part, the step that takes it out tells.
 */
const ERASE_OF_THEIRS = erasedComments(
  'c.customer_id = $2::uuid',
  IN_BATCH,
  `t.customer_id = $2::uuid OR NOT ${takesPart('$5', 't')}`,
);

const LAST_OF_COMMENTED = `SELECT number FROM (
      SELECT DISTINCT t.number FROM comments c JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id
      WHERE c.workspace_id = $1 AND c.customer_id = $2::uuid AND t.number > $3::integer) AS commented
    ORDER BY number OFFSET ${ERASED_AT_ONCE - 1} LIMIT 1`;

/** Batches of the tickets on which the customer has written. The last transaction, which holds the customer, then locks none of others. */
const COMMENTED_TICKETS: Batches = {
  from: [0],
  end: ({ id }, from) => [LAST_OF_COMMENTED, id, ...from],
};

export const COMMENTS: TableErasure = {
  things: `SELECT c.id FROM comments c JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id
      WHERE c.workspace_id = $1 AND t.customer_id = $2::uuid`,
  holders: 'SELECT id FROM comments WHERE workspace_id = $1 AND customer_id = $2::uuid',
  keptTerms: ['comment_id', 'comment_type', 'author_type'],
  steps: [
    {
      page: 'comments on its tickets, whoever wrote them | the words, and `message_id` | author, type and dates',
      tells: 'ticket.updated',
      erase: ({ id }, from, to) => [ERASE_ON_THEIRS, id, ...from, ...to],
      batches: THEIR_TICKETS,
    },
    {
      page: 'tickets of others | the words and `message_id` of its own comments | who wrote a comment when',
      tells: 'ticket.updated',
      erase: ({ id, addresses }, from, to) => [ERASE_OF_THEIRS, id, ...from, ...to, addresses],
      batches: COMMENTED_TICKETS,
    },
  ],
};

export const DRAFTS: TableErasure = {
  holders: 'SELECT id FROM comment_drafts WHERE workspace_id = $1 AND customer_id = $2::uuid',
  steps: [
    deletedBy(
      'comment_drafts',
      'drafts for its tickets | all',
      'ticket_id IN (SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.customer_id = $2::uuid)',
    ),
    deletedBy('comment_drafts', 'tickets of others | drafts in its name'),
  ],
};
