import type { TableErasure } from '../platform/features/erasure.js';

/** Erases answers to events about the things $2, because they may repeat texts. */
const ERASE = `UPDATE webhook_tries t SET answer = NULL FROM webhook_deliveries d, audit_entries e
    WHERE t.workspace_id = $1 AND d.workspace_id = $1 AND e.workspace_id = $1
      AND t.webhook_id = d.webhook_id AND t.delivery_id = d.id AND e.position = d.position
      AND t.answer IS NOT NULL AND e.subject_id = ANY ($2::uuid[]) RETURNING 1`;

/** Erases all other answers in which one of the texts $2 (folded) stands. Receivers may answer with what they got. */
const ERASE_TEXTS = `UPDATE webhook_tries t SET answer = NULL
    WHERE t.workspace_id = $1 AND EXISTS (
      SELECT FROM unnest($2::text[]) AS own (text) WHERE strpos(lower(normalize(t.answer, NFC)), own.text) > 0)
    RETURNING 1`;

export const TRIES: TableErasure = {
  steps: [
    {
      page: 'deliveries of webhooks | what receivers answered to events about it and its tickets | which event went to whom when',
      erase: ({ things }) => [ERASE, things],
    },
    {
      page: 'deliveries of webhooks | of answers to other events those that have its id or one of its addresses',
      erase: ({ addresses, id }) => [ERASE_TEXTS, [...addresses, id]],
    },
  ],
};
