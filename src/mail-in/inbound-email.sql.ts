import type { Sweep } from '../platform/features/feature.js';
import { deletionOf, olderThan } from '../platform/queue/sweeps.js';
import {
  composedTenantStatement,
  ONCE_ON_PRIMARY,
  onPrimary,
  tenantStatement,
  type Statement,
} from '../platform/tenancy/statement.js';
import { eachTicket, idsNamedBy } from '../tickets/read/named-tickets.sql.js';
import type { InboundState } from './entities/inbound-email.entity.js';

/** A process that took a mail judges it within this time. Later, another process may take the mail. */
const LEASE_SECONDS = 120;
/** A mail whose judging has failed this number of times is given to a person. */
export const MOST_FAILURES = 3;
/** Rows are kept for this number of days. */
const KEPT_DAYS = 400;

const LEASED = `statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/** A mail that waits for others is stored with one failure less, because the lease of a process that ends meanwhile adds one. */
export const OF_WAITING = 1;

/**
 * Adds a mail, unless its digest is there: $2 id, $3 digest, $4 bytes, $5 whether it is old, $6 the lease of its first judging, $7 whether
 * it waits for others, $8 the folded address of its sender, which stays when nobody can read the mail.
 */
export const ADD = tenantStatement(
  'inbound_emails.add',
  `INSERT INTO inbound_emails (workspace_id, id, digest, byte_size, is_old, lease, due_at, failures, sender_key)
   VALUES ($1, $2, $3, $4, $5, $6, ${LEASED}, CASE WHEN $7::boolean THEN -${OF_WAITING} ELSE 0 END, $8::text)
   ON CONFLICT (workspace_id, digest) DO NOTHING RETURNING id`,
);

const SHOWN = `e.id, e.state, e.reason, e.message_id AS "messageId", e.sender, e.subject, e.byte_size AS "byteSize",
  e.sender_authenticated AS "senderAuthenticated", e.created_at AS "createdAt", e.ticket_id AS "ticketId",
  e.comment_id AS "commentId", (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.ticket_id) AS "ticketNumber"`;

const finding = (name: string, column: string, lock = ''): Statement =>
  tenantStatement(
    name,
    `SELECT ${SHOWN} FROM inbound_emails e WHERE e.workspace_id = $1 AND e.${column} = $2 ${lock}`,
    ONCE_ON_PRIMARY,
  );

export const FIND = finding('inbound_emails.find', 'id');
export const FIND_BY_DIGEST = finding('inbound_emails.find_by_digest', 'digest');
export const LOCK = finding('inbound_emails.lock', 'id', 'FOR NO KEY UPDATE');

/** Makes the statement for a page, newest first, whose total also comes when the page is empty. Without a state it leaves out deleted mails. */
export function pageStatement(state: InboundState | null): Statement {
  const which = `e.workspace_id = $1 AND ${state === null ? "e.state <> 'deleted'" : 'e.state = $4'}`;
  return composedTenantStatement(
    'inbound_emails.page',
    `SELECT counted.*, page.* FROM (SELECT count(*)::integer AS "totalRecords" FROM inbound_emails e WHERE ${which}) counted
     LEFT JOIN (SELECT ${SHOWN} FROM inbound_emails e WHERE ${which}
       ORDER BY e.created_at DESC, e.id DESC LIMIT $2 OFFSET $3) page ON true
     ORDER BY page."createdAt" DESC, page.id DESC`,
  );
}

export const NEXT_DUE = tenantStatement(
  'inbound_emails.next_due',
  `SELECT extract(epoch FROM min(due_at) - statement_timestamp())::float8 * 1000 AS "dueInMs"
   FROM inbound_emails WHERE workspace_id = $1 AND state = 'pending'`,
  ONCE_ON_PRIMARY,
);

/** A mail that is taken counts as waiting at first. */
const TAKEN = `e.id, e.byte_size AS "byteSize", e.is_old AS "isOld", e.released, e.failures + ${OF_WAITING} AS failures, true AS waits`;

/**
 * Takes by lease $3 at most $2 mails that are due. A lease that has ended counts as a failure: the process may have ended because of the
 * mail.
 */
export const TAKE = tenantStatement(
  'inbound_emails.take',
  `WITH due AS (
     SELECT ctid AS place FROM inbound_emails WHERE workspace_id = $1 AND state = 'pending' AND due_at <= statement_timestamp()
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE inbound_emails e SET lease = $3, due_at = ${LEASED},
     failures = e.failures + CASE WHEN e.lease IS NULL THEN 0 ELSE 1 END - ${OF_WAITING}
   FROM due WHERE e.workspace_id = $1 AND e.ctid = due.place RETURNING ${TAKEN}`,
);

/**
 * Ends the judging of mail $2, if the lease $3 is held: $4 state, $5 reason, $6 ticket, $7 comment, and what the mail says: $8 Message-ID,
 * $9 sender, $10 the folded address, or NULL to keep the one of before, $11 whether it is authenticated, $12 subject. What a person has
 * said of the sender is not needed any more.
 */
export const FINISH = tenantStatement(
  'inbound_emails.finish',
  `UPDATE inbound_emails SET state = $4, reason = $5, ticket_id = $6, comment_id = $7, message_id = $8, sender = $9,
     sender_key = coalesce($10::text, sender_key), sender_authenticated = $11, subject = $12, released = released - 'sender',
     lease = NULL, finished_at = now()
   WHERE workspace_id = $1 AND id = $2 AND lease = $3 AND state = 'pending' RETURNING id`,
);

/** Renews the lease $3 of mail $2, if it is held. A process that takes the mail after its end adds one to the failures $4. */
export const RENEW = tenantStatement(
  'inbound_emails.renew',
  `UPDATE inbound_emails SET due_at = ${LEASED}, failures = $4
   WHERE workspace_id = $1 AND id = $2 AND lease = $3 AND state = 'pending' RETURNING id`,
);

/** Gives mail $2 back, if the lease $3 is held: $4 the failures so far, $5 the wait until the next try in ms. */
export const POSTPONE = tenantStatement(
  'inbound_emails.postpone',
  `UPDATE inbound_emails SET failures = $4, lease = NULL, due_at = statement_timestamp() + make_interval(secs => $5::float8 / 1000)
   WHERE workspace_id = $1 AND id = $2 AND lease = $3 AND state = 'pending'`,
);

/** Makes suspended mail $2 pending again by lease $3; $4 is what a person wants it to become. */
export const RELEASE = tenantStatement(
  'inbound_emails.release',
  `UPDATE inbound_emails e SET state = 'pending', reason = NULL, released = $4::jsonb, failures = -${OF_WAITING}, finished_at = NULL,
     lease = $3, due_at = ${LEASED}
   WHERE e.workspace_id = $1 AND e.id = $2 AND e.state = 'suspended' RETURNING ${TAKEN}`,
);

/** Leaves nothing of mail $2 but its digest and its dates. */
export const DELETE = tenantStatement(
  'inbound_emails.remove',
  `UPDATE inbound_emails SET state = 'deleted', reason = NULL, message_id = NULL, sender = NULL, sender_key = NULL,
     sender_authenticated = NULL, subject = NULL, ticket_id = NULL, comment_id = NULL, released = NULL, lease = NULL,
     finished_at = now()
   WHERE workspace_id = $1 AND id = $2`,
);

/** Reads what judging needs of the workspace, and which of the folded addresses $2 are those of active members. */
export const DESK = tenantStatement(
  'inbound_emails.desk',
  `SELECT w.subdomain, array_remove(ARRAY[w.mail_from, w.reply_to], NULL) AS "ownAddresses",
     coalesce(w.blocked_senders, '{}') AS "blockedSenders", w.remote_images AS "remoteImages",
     coalesce(w.mail_relays, '{}') AS "mailRelays", ARRAY(
       SELECT m.email_key FROM team_members m
       WHERE m.workspace_id = $1 AND m.email_key = ANY ($2::text[]) AND m.removed_at IS NULL) AS "memberKeys"
   FROM workspaces w WHERE w.id = $1`,
  ONCE_ON_PRIMARY,
);

const THREAD = `t.id, t.number, t.subject, t.merged_into_id AS "mergedIntoId", ARRAY(SELECT e.email FROM customer_emails e WHERE e.workspace_id = $1 AND e.customer_id = t.customer_id)
     || ARRAY(SELECT p.one ->> 'email' FROM jsonb_array_elements(t.participants) AS p (one)) AS people`;

/** Finds tickets by their ids $2 and their numbers $3. */
export const TICKETS = onPrimary(
  tenantStatement('inbound_emails.tickets', eachTicket(idsNamedBy('$2', '$3'), THREAD)),
);

const HOUR = "statement_timestamp() - interval '1 hour'";

/** Counts tickets that came by mail within an hour: those of the folded address $2, and all. */
export const TICKETS_OF_HOUR = tenantStatement(
  'inbound_emails.tickets_of_hour',
  `SELECT count(*) FILTER (WHERE sender_key = $2)::integer AS "ofSender", count(*)::integer AS "ofWorkspace"
   FROM inbound_emails
   WHERE workspace_id = $1 AND finished_at > ${HOUR} AND ticket_id IS NOT NULL AND state = 'accepted' AND comment_id IS NULL`,
);

/** Counts comments of ticket $2 that came by mail within an hour. */
export const COMMENTS_OF_HOUR = tenantStatement(
  'inbound_emails.comments_of_hour',
  `SELECT count(*)::integer AS count FROM inbound_emails
   WHERE workspace_id = $1 AND ticket_id = $2 AND finished_at > ${HOUR} AND state = 'accepted' AND comment_id IS NOT NULL`,
);

export const WAITING = tenantStatement(
  'inbound_emails.waiting',
  `SELECT count(*) FILTER (WHERE state = 'pending')::integer AS count,
     coalesce(extract(epoch FROM statement_timestamp() - min(created_at) FILTER (WHERE state = 'pending')), 0)::float8 AS "oldestSeconds",
     greatest(extract(epoch FROM statement_timestamp() - min(due_at) FILTER (WHERE state = 'pending' AND failures <= 0)), 0)::float8
       AS "overdueSeconds",
     count(*) FILTER (WHERE state = 'suspended')::integer AS suspended
   FROM inbound_emails WHERE workspace_id = $1 AND state IN ('pending', 'suspended')`,
  ONCE_ON_PRIMARY,
);

/** Deletes rows that are not kept any more. */
export const MAIL_IN_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'inbound_emails.delete_old',
    table: 'inbound_emails',
    key: ['id'],
    when: olderThan('r.created_at', `${KEPT_DAYS} days`),
  }),
];
