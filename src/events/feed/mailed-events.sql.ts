/** At most one acknowledgement in so long for a customer: whoever sends a form only claims to have the address. */
const ACKNOWLEDGED_FOR = "interval '1 hour'";

/**
 * The parts of the statement that gives positions (`placed`) that add mails (extensions, section 20): for replies of agents, and for tickets
 * that a form raised, in a workspace with `mail_from`. Silent events have none. Who gives positions holds the stream, so nobody else
 * acknowledges anything at the same moment.
 */
export const MAILING = `mailed AS (
     SELECT placed.*, t.customer_id FROM workspaces w, placed
     JOIN tickets t ON t.workspace_id = $1 AND t.id = placed.subject_id
     WHERE w.id = $1 AND w.mail_from IS NOT NULL AND NOT placed.is_silent
       AND (placed.action = 'form.submitted' OR placed.action = 'comment.created' AND placed.author_type = 'agent')
   ), mailing AS (
     INSERT INTO mails (workspace_id, id, kind, ticket_id, comment_id, customer_id)
     SELECT $1::uuid, id, 'reply', subject_id, comment_id::uuid, customer_id FROM mailed
     WHERE action = 'comment.created' AND comment_id IS NOT NULL
     UNION ALL
     SELECT * FROM (
       SELECT DISTINCT ON (customer_id) $1::uuid, id, 'acknowledgement', subject_id, NULL::uuid, customer_id FROM mailed
       WHERE action = 'form.submitted' AND NOT EXISTS (
         SELECT FROM mails m WHERE m.workspace_id = $1 AND m.customer_id = mailed.customer_id AND m.kind = 'acknowledgement'
           AND m.created_at > statement_timestamp() - ${ACKNOWLEDGED_FOR})
       ORDER BY customer_id, position) first_of_each
     ON CONFLICT DO NOTHING RETURNING id
   )`;
