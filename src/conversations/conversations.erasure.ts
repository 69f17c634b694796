import { deletedBy, type TableErasure } from '../platform/features/erasure.js';
import { THEIR_TICKETS } from '../tickets/tickets.erasure.js';

const erasedComments = (which: string, others = ''): string =>
  `UPDATE comments c SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), c.updated_at)
    ${others} WHERE c.workspace_id = $1 AND ${which} AND (c.content <> '' OR c.message_id IS NOT NULL) RETURNING c.id`;

/** Erases all comments on a batch of tickets of the customer $2. */
const ERASE_ON_THEIRS = erasedComments(
  `t.workspace_id = $1 AND t.id = c.ticket_id AND t.customer_id = $2::uuid
     AND t.number > $3::integer AND ($4::integer IS NULL OR t.number <= $4::integer)`,
  'FROM tickets t',
);
const ERASE_OF_THEIRS = erasedComments('c.customer_id = $2::uuid');

export const COMMENTS: TableErasure = {
  things: `SELECT c.id FROM comments c JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id
      WHERE c.workspace_id = $1 AND t.customer_id = $2::uuid`,
  holders: 'SELECT id FROM comments WHERE workspace_id = $1 AND customer_id = $2::uuid',
  keptTerms: ['comment_id', 'comment_type', 'author_type'],
  steps: [
    {
      page: 'comments on its tickets, whoever wrote them | the words, and `message_id` | author, type and dates',
      erase: ({ id }, from, to) => [ERASE_ON_THEIRS, id, ...from, ...to],
      batches: THEIR_TICKETS,
    },
    {
      page: 'tickets of others | the words and `message_id` of its own comments | who wrote a comment when',
      erase: ({ id }) => [ERASE_OF_THEIRS, id],
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
