import { KEPT_ANSWER } from './mail.limits.js';
import type { Sweep } from '../../platform/features/feature.js';
import { deletionOf, olderThan, sweepOf } from '../../platform/queue/sweeps.js';
import { ONCE_ON_PRIMARY, tenantStatement, type Statement } from '../../platform/tenancy/statement.js';

/** A process that took a mail writes the result down within this time. Later, another process may take the mail. */
const LEASE_SECONDS = 120;

export const NEXT_DUE = tenantStatement(
  'mails.next_due',
  `SELECT extract(epoch FROM min(due_at) - statement_timestamp())::float8 * 1000 AS "dueInMs"
   FROM mails WHERE workspace_id = $1 AND state = 'pending'`,
  ONCE_ON_PRIMARY,
);

/** Takes by lease $3 at most $2 mails that are due, those that have waited longest first. */
export const TAKE = tenantStatement(
  'mails.take',
  `WITH due AS (
     SELECT ctid AS place FROM mails WHERE workspace_id = $1 AND state = 'pending' AND due_at <= statement_timestamp()
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE mails m SET lease = $3, due_at = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})
   FROM due WHERE m.workspace_id = $1 AND m.ctid = due.place
   RETURNING m.id, m.kind, m.ticket_id AS "ticketId", m.comment_id AS "commentId", m.left_to AS "leftTo", m.refusal, m.failures,
     m.created_at AS "createdAt"`,
);

/**
 * Writes down a try of mail $2, if the lease $3 is still held: the state $4, the failures so far $5, the wait until the next try in ms $6, to
 * whom it is still to be sent $7, what was said $8, and to those who are refused for good $9. A mail that has come back meanwhile has
 * failed. Citus takes no clock within a CASE.
 */
export const FINISH = tenantStatement(
  'mails.finish',
  `WITH clock AS (SELECT statement_timestamp() AS now)
   UPDATE mails SET state = CASE WHEN $4 = 'sent' AND refusal IS NOT NULL THEN 'failed' ELSE $4 END, failures = $5,
     lease = NULL, left_to = $7, answer = coalesce($8, refusal), refusal = coalesce($9, refusal),
     due_at = clock.now + make_interval(secs => $6::float8 / 1000),
     finished_at = CASE WHEN $4 = 'pending' THEN NULL ELSE clock.now END
   FROM clock WHERE workspace_id = $1 AND id = $2 AND lease = $3 RETURNING id`,
);

/** Reads the parts of a mail about ticket $2, except its comments. */
export const CORRESPONDENCE = tenantStatement(
  'mails.correspondence',
  `SELECT t.number, t.subject, t.created_at AS "raisedAt", t.message_id AS "messageId", coalesce(t.participants, '[]') AS participants, w.name AS desk, w.subdomain,
     w.mail_from AS "mailFrom", w.reply_to AS "replyTo", w.reply_address AS "replyAddress", w.mail_footer AS footer,
     c.primary_email AS "customerEmail"
   FROM tickets t JOIN workspaces w ON w.id = t.workspace_id
   JOIN customers c ON c.workspace_id = $1 AND c.id = t.customer_id
   WHERE t.workspace_id = $1 AND t.id = $2`,
);

/** Reads the parts of invitation $2. A member who has another address by now, or was removed, does not get it. */
export const INVITATION = tenantStatement(
  'mails.invitation',
  `SELECT w.name AS desk, w.subdomain, w.mail_from AS "mailFrom", w.reply_to AS "replyTo", w.reply_address AS "replyAddress",
     w.mail_footer AS footer,
     (SELECT m.email FROM mails i JOIN team_members m ON m.workspace_id = $1 AND m.id = i.team_member_id
      WHERE i.workspace_id = $1 AND i.id = $2 AND m.email_key = i.email_key AND m.removed_at IS NULL) AS email
   FROM workspaces w WHERE w.id = $1`,
);

/**
 * Marks a mail as failed, with the words $2. One that still waits for other recipients has failed when they have it. Its previous state
 * tells whether the failure is new. A cluster takes no `CASE value WHEN` in a write.
 */
const failing = (name: string, found: string): Statement =>
  tenantStatement(
    name,
    `WITH returned AS MATERIALIZED (
       SELECT m.id, m.state, CASE WHEN strpos(m.refusal, $2::text) > 0 THEN m.refusal
         ELSE left(concat_ws('; ', m.refusal, $2::text), ${KEPT_ANSWER}) END AS refusal
       FROM mails m WHERE m.workspace_id = $1 AND m.state <> 'skipped' AND m.id = (${found}) FOR UPDATE
     )
     UPDATE mails m SET state = CASE WHEN m.state = 'pending' THEN 'pending' ELSE 'failed' END,
       refusal = returned.refusal, answer = returned.refusal
     FROM returned WHERE m.workspace_id = $1 AND m.id = returned.id
     RETURNING m.id, m.ticket_id AS "ticketId", returned.state`,
  );

/** Takes the subject's kind as $3 and its id as $4, as the Message-ID says. */
export const FAIL_MESSAGE = failing(
  'mails.fail_message',
  `SELECT s.id FROM mails s WHERE s.workspace_id = $1 AND s.id = $4::uuid AND s.kind = 'invitation' AND $3 = 'invitation'
   UNION ALL
   SELECT s.id FROM mails s WHERE s.workspace_id = $1 AND s.ticket_id = $4::uuid AND s.kind = 'acknowledgement' AND $3 = 'ticket'
   UNION ALL
   SELECT s.id FROM comments_for_customers c JOIN mails s ON s.workspace_id = $1 AND s.ticket_id = c.ticket_id AND s.comment_id = c.id
   WHERE c.workspace_id = $1 AND c.id = $4::uuid AND $3 = 'comment' LIMIT 1`,
);

/** Takes a ticket as $3, and the folded address of the recipient or NULL as $4. What waits for its first recipient did not come back. */
export const FAIL_ABOUT_TICKET = failing(
  'mails.fail_about_ticket',
  `SELECT s.id FROM mails s WHERE s.workspace_id = $1 AND s.ticket_id = $3 AND s.state <> 'skipped'
     AND NOT (s.state = 'pending' AND s.left_to IS NULL AND s.lease IS NULL)
   ORDER BY coalesce(s.customer_id = (
     SELECT e.customer_id FROM customer_emails e WHERE e.workspace_id = $1 AND e.email_key = $4), false) DESC,
     s.created_at DESC, s.id DESC LIMIT 1`,
);

export const WAITING = tenantStatement(
  'mails.waiting',
  `SELECT count(*)::integer AS count,
     coalesce(extract(epoch FROM statement_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds",
     greatest(extract(epoch FROM statement_timestamp() - min(due_at) FILTER (WHERE failures = 0)), 0)::float8 AS "overdueSeconds"
   FROM mails WHERE workspace_id = $1 AND state = 'pending'`,
  ONCE_ON_PRIMARY,
);

/** Lists mails in the states $2, the newest first, at most $3. Tickets and members are looked up one by one. */
export const LIST = tenantStatement(
  'mails.list',
  `SELECT m.id, m.kind, m.state, m.failures, m.answer, m.created_at AS "createdAt",
     CASE m.state WHEN 'pending' THEN m.due_at END AS "dueAt",
     (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = m.ticket_id) AS "ticketNumber",
     (SELECT p.email FROM team_members p WHERE p.workspace_id = $1 AND p.id = m.team_member_id) AS "memberEmail"
   FROM (SELECT * FROM mails WHERE workspace_id = $1 AND state = ANY ($2::text[]) ORDER BY created_at DESC, id DESC LIMIT $3) m
   ORDER BY m.created_at DESC, m.id DESC`,
);

const KEPT_DAYS = { failed: 30, done: 7 } as const;

/** A mail that could not be sent for this number of days is given up, as when the service ran without a mail server. */
const GIVEN_UP_AFTER_DAYS = 3;

/** Mails that are not kept any more, and mails that have waited too long, which are given up. */
export const MAIL_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'mails.delete_old',
    table: 'mails',
    key: ['id'],
    when: `r.finished_at < statement_timestamp() - CASE
      WHEN r.state = 'failed' THEN interval '${KEPT_DAYS.failed} days' ELSE interval '${KEPT_DAYS.done} days' END`,
  }),
  sweepOf(
    {
      name: 'mails.give_up_old',
      table: 'mails',
      key: ['id'],
      when: `r.state = 'pending' AND (r.lease IS NULL OR r.due_at <= statement_timestamp())
        AND ${olderThan('r.created_at', `${GIVEN_UP_AFTER_DAYS} days`)}`,
    },
    (isOld) => `UPDATE mails m SET state = 'failed', finished_at = statement_timestamp(),
       answer = coalesce(m.answer, 'nobody could send it for ${GIVEN_UP_AFTER_DAYS} days')
     FROM old WHERE ${isOld('m')}`,
  ),
];
