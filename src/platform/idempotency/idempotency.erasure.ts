import type { TableErasure } from '../features/erasure.js';

/** Each kept reply may have 256 KiB, so a batch is small. */
const REPLIES_AT_ONCE = 100;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Deletes a batch of replies kept since $2 that belong to the customer, or show one of the names $3 (folded), or one of the things $4. */
const ERASE = `DELETE FROM idempotency_keys WHERE workspace_id = $1 AND created_at >= $2::timestamptz
      AND key > $5::text AND ($6::text IS NULL OR key <= $6::text)
      AND EXISTS (SELECT FROM (
          SELECT lower(normalize(key || ' ' || coalesce(resource_id, '') || ' ' || coalesce(headers ->> 'Location', '') || ' ' || coalesce(body, ''), NFC))
        ) AS reply (text)
        WHERE EXISTS (SELECT FROM unnest($3::text[]) AS own (name) WHERE strpos(reply.text, own.name) > 0)
          OR EXISTS (SELECT FROM regexp_matches(reply.text, '${UUID}', 'g') AS found (ids) WHERE found.ids[1] = ANY ($4::text[])))
    RETURNING 1`;

const LAST = `SELECT key FROM idempotency_keys WHERE workspace_id = $1 AND created_at >= $2::timestamptz AND key > $3::text
    ORDER BY key OFFSET ${REPLIES_AT_ONCE - 1} LIMIT 1`;

export const REPLIES: TableErasure = {
  steps: [
    {
      page: 'answers that are kept for an `Idempotency-Key` | those that show the customer or one of its tickets. Who repeats such a request makes it anew | all others',
      erase: ({ id, since, addresses, things }, from, to) => [
        ERASE,
        since,
        [...addresses, id],
        things,
        ...from,
        ...to,
      ],
      batches: { from: [''], end: ({ since }, from) => [LAST, since, ...from] },
    },
  ],
};
