import type { TableErasure } from '../platform/features/erasure.js';

/** The customer $2 has sent the mail, or it is in one of its tickets. */
const THEIRS = `workspace_id = $1 AND (
      sender_key IN (SELECT c.email_key FROM customer_emails c WHERE c.workspace_id = $1 AND c.customer_id = $2::uuid)
      OR ticket_id IN (SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.customer_id = $2::uuid))`;

/** LEAST keeps an earlier end, if there is one. Citus refuses the current time in COALESCE. */
const ERASE = `UPDATE inbound_emails SET state = 'deleted', reason = NULL, message_id = NULL, sender = NULL, sender_key = NULL,
      sender_authenticated = NULL, subject = NULL, ticket_id = NULL, comment_id = NULL, released = NULL, lease = NULL,
      finished_at = least(finished_at, statement_timestamp())
    WHERE ${THEIRS} RETURNING 1`;

export const EMAILS: TableErasure = {
  holders: `SELECT id FROM inbound_emails WHERE ${THEIRS}`,
  steps: [
    {
      page: 'mails that came | sender, subject, Message-ID and bytes of those that it has sent, and of those in its tickets | their digests, so that they do not come back',
      erase: ({ id }) => [ERASE, id],
    },
  ],
};
