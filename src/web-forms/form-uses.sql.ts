import { addStatement } from '../events/audit.sql.js';
import { deletionOf, olderThan, type Sweep } from '../platform/queue/sweeps.js';
import { tenantStatement } from '../platform/tenancy/statement.js';
import { GREATEST_AGE_MS } from './form-token.rules.js';

/** How long sendings are counted together. */
const WINDOW = `interval '1 hour'`;
/** A used token is kept for longer than it could be used. */
const KEPT = `${(2 * GREATEST_AGE_MS) / 1_000} s`;

/**
 * Counts a sending: $2 ids of counts. The order of the ids avoids deadlocks. Citus takes no clock where rows meet, so a new row
 * brings the moment along.
 */
export const COUNT = tenantStatement(
  'form_counts.count',
  `INSERT INTO form_counts AS count (workspace_id, id, hits, begun_at, ends_at)
   SELECT $1::uuid, hit.id, 1, statement_timestamp(), statement_timestamp() + ${WINDOW}
   FROM unnest($2::text[]) AS hit (id) ORDER BY hit.id
   ON CONFLICT (workspace_id, id) DO UPDATE SET
     hits = CASE WHEN count.ends_at <= excluded.begun_at THEN 0 ELSE count.hits END + 1,
     begun_at = CASE WHEN count.ends_at <= excluded.begun_at THEN excluded.begun_at ELSE count.begun_at END,
     ends_at = CASE WHEN count.ends_at <= excluded.begun_at THEN excluded.ends_at ELSE count.ends_at END
   RETURNING id, hits, ceil(extract(epoch FROM ends_at - statement_timestamp()))::integer AS "endsInSeconds"`,
);

/** Uses a token up: $2 nonce, $3 form, $4 ticket, $5 digest. It waits for others that use the token, and adds nothing then. */
export const USE = tenantStatement(
  'form_submissions.use',
  `INSERT INTO form_submissions (workspace_id, nonce, form_id, ticket_id, digest)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (workspace_id, nonce) DO NOTHING RETURNING nonce`,
);

/** The ticket that a token has made: $2 nonce. */
export const USED = tenantStatement(
  'form_submissions.used',
  `SELECT s.digest, t.number FROM form_submissions s
   LEFT JOIN tickets t ON t.workspace_id = s.workspace_id AND t.id = s.ticket_id
   WHERE s.workspace_id = $1 AND s.nonce = $2`,
);

/** The entry about a sent form. Its ticket was added by a statement before. */
export const ADD_SUBMITTED = addStatement(
  'form_submissions.add_entry',
  (terms) => terms,
  '(SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id)',
);

/** Tokens that nobody can use any more, and counts whose hour is over. */
export const FORM_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'form_submissions.delete_old',
    table: 'form_submissions',
    key: ['nonce'],
    when: olderThan('r.sent_at', KEPT),
  }),
  deletionOf({
    name: 'form_counts.delete_old',
    table: 'form_counts',
    key: ['id'],
    when: 'r.ends_at <= statement_timestamp()',
  }),
];
