import type { TableErasure } from '../platform/features/erasure.js';
import { INDEX_LOCK } from './search-lock.js';
import { wordsOf } from '../kernel/search/words.rules.js';

/** Deletes the texts of tickets of the customer $2, except for those that have only the words $3 of an erased ticket. */
const ERASE_OF_TICKETS = `DELETE FROM search_texts s USING tickets t
    WHERE s.workspace_id = $1 AND t.workspace_id = $1 AND t.number = s.ticket_number AND t.customer_id = $2::uuid
      AND (s.position > 0 OR s.words <> array_to_tsvector(ARRAY[search_wall($1::uuid)]) || $3::tsvector) RETURNING 1`;

const ERASE_OF_COMMENTS = `DELETE FROM search_texts s USING comments c, tickets t
    WHERE s.workspace_id = $1 AND c.workspace_id = $1 AND t.workspace_id = $1 AND c.customer_id = $2::uuid
      AND t.id = c.ticket_id AND s.ticket_number = t.number AND s.position = c.position RETURNING 1`;

export const TEXTS: TableErasure = {
  // Keeps other processes from indexing texts meanwhile that they have read before.
  lock: INDEX_LOCK,
  steps: [
    {
      page: 'the index of search | the words of its tickets | the words of what others wrote there',
      erase: ({ id, leaves: { subject, description } }) => [
        ERASE_OF_TICKETS,
        id,
        wordsOf([
          { text: subject, weight: 'A' },
          { text: description, weight: 'B' },
        ]),
      ],
    },
    {
      page: 'the index of search | the words of its comments on tickets of others',
      erase: ({ id }) => [ERASE_OF_COMMENTS, id],
    },
  ],
};
