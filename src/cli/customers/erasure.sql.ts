import { laterThan, NEXT_MOMENT, type Statement } from '../../platform/tenancy/statement.js';

/**
 * What erasing a customer runs as the owner of the tables: $1 workspace, mostly $2 customer. Each of these can be repeated, and changes
 * nothing the second time.
 */

/** What stands in the place of a subject. */
const ERASED_SUBJECT = 'Erased';

/** So many rows one transaction looks at. Requests wait for a batch at the most. */
const BATCH = 1_000;
/** Of kept replies fewer, because each may have 256 KiB. */
export const REPLIES_AT_ONCE = 100;

/**
 * What an audit entry keeps about a ticket of an erased customer: words of the desk's own vocabulary, and members. Everything else goes,
 * whatever a later release writes into entries.
 */
const KEPT_TERMS = [
  ...['number', 'status', 'priority', 'category', 'sub_category_one', 'sub_category_two', 'group'],
  ...['assignee_email', 'resolution_due_date', 'first_responded_at', 'erased'],
  ...['comment_id', 'comment_type', 'author_type'],
];

/** $2 a folded address. */
export const FIND_CUSTOMER: Statement = {
  name: 'erasure.find_customer',
  text: 'SELECT customer_id AS id FROM customer_emails WHERE workspace_id = $1 AND email_key = $2',
};

/** All folded addresses of the customer, and from when on rows may be written that another transaction has not committed yet. */
export const ABOUT_CUSTOMER: Statement = {
  name: 'erasure.about_customer',
  text: `SELECT (SELECT coalesce(array_agg(email_key), '{}') FROM customer_emails
      WHERE workspace_id = $1 AND customer_id = $2) AS addresses,
    statement_timestamp() - interval '5 minutes' AS since`,
};

/** New tickets of the customer wait until the transaction ends. */
export const LOCK_CUSTOMER: Statement = {
  name: 'erasure.lock_customer',
  text: 'SELECT id FROM customers WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
};

/**
 * Takes the words out of the tickets of the customer, and its addresses ($4, folded) out of the participants of other tickets. A ticket
 * that has no words left is not changed.
 */
const erasingTickets = (lookedAt: string): string => `WITH looked_at AS (
    SELECT id, number, customer_id = $2 AS is_theirs FROM tickets WHERE workspace_id = $1 AND ${lookedAt}
  ), erased AS (
    UPDATE tickets t SET subject = '${ERASED_SUBJECT}', description = '', tags = '{}', field_values = '{}', external_id = NULL,
      source = NULL, participants = NULL, updated_at = greatest(statement_timestamp(), ${laterThan('t.updated_at', "interval '1 ms'")})
    FROM looked_at l
    WHERE t.workspace_id = $1 AND t.id = l.id AND l.is_theirs
      AND (t.subject, t.description, t.tags, t.field_values, t.external_id, t.source, t.participants) IS DISTINCT FROM
        ('${ERASED_SUBJECT}', '', '{}'::text[], '{}'::jsonb, NULL::text, NULL::text, NULL::jsonb)
    RETURNING t.id, t.number
  ), freed AS (
    UPDATE tickets t SET participants = (
      SELECT jsonb_agg(p.one ORDER BY p.place) FROM jsonb_array_elements(t.participants) WITH ORDINALITY AS p (one, place)
      WHERE lower(normalize(p.one ->> 'email', NFC)) <> ALL ($4::text[]))
    FROM looked_at l
    WHERE t.workspace_id = $1 AND t.id = l.id AND NOT l.is_theirs AND EXISTS (
      SELECT FROM jsonb_array_elements(t.participants) AS p (one)
      WHERE lower(normalize(p.one ->> 'email', NFC)) = ANY ($4::text[]))
    RETURNING t.id
  ), discussed AS (
    UPDATE comments c SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), c.updated_at)
    FROM looked_at l
    WHERE c.workspace_id = $1 AND c.ticket_id = l.id AND l.is_theirs AND (c.content <> '' OR c.message_id IS NOT NULL)
    RETURNING c.id
  ), drafted AS (
    DELETE FROM comment_drafts d USING looked_at l WHERE d.workspace_id = $1 AND d.ticket_id = l.id AND l.is_theirs RETURNING d.id
  )
  SELECT (SELECT count(*)::integer FROM discussed) AS comments, (SELECT count(*)::integer FROM drafted) AS drafts,
    (SELECT max(number) FROM looked_at) AS last, (SELECT count(*)::integer FROM freed) AS participants,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number) ORDER BY number), '[]') FROM erased) AS tickets`;

/** The tickets after the number $3, a batch. `last` is null when there is none. */
export const ERASE_TICKETS: Statement = {
  name: 'erasure.tickets',
  text: erasingTickets(`number > $3::integer ORDER BY number LIMIT ${BATCH}`),
};

/** All tickets of the customer once more, and those after the number $3. */
export const ERASE_OTHER_TICKETS: Statement = {
  name: 'erasure.other_tickets',
  text: erasingTickets(`(customer_id = $2 OR number > $3::integer)`),
};

/** Takes the words out of comments of the customer on tickets of others, and throws its drafts away. */
export const ERASE_COMMENTS: Statement = {
  name: 'erasure.comments',
  text: `WITH erased AS (
    UPDATE comments SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), updated_at)
    WHERE workspace_id = $1 AND customer_id = $2 AND (content <> '' OR message_id IS NOT NULL) RETURNING 1
  ), gone AS (DELETE FROM comment_drafts WHERE workspace_id = $1 AND customer_id = $2 RETURNING 1)
  SELECT (SELECT count(*)::integer FROM erased) AS comments, (SELECT count(*)::integer FROM gone) AS drafts`,
};

const kept = (terms: string): string => `CASE WHEN ${terms} IS NULL THEN NULL ELSE (
  SELECT coalesce(jsonb_object_agg(term.key, term.value), '{}') FROM jsonb_each(${terms}) AS term
  WHERE term.key IN (${KEPT_TERMS.map((term) => `'${term}'`).join(', ')})) END`;

/**
 * Takes the words out of a batch of entries, behind time $3 and id $4: of those about the customer, about its tickets, and about other
 * customers and tickets when one of its addresses ($5, folded) stands there as a value. The rows stay, with their positions in the feed.
 */
export const ERASE_ENTRIES: Statement = {
  name: 'erasure.entries',
  text: `WITH looked_at AS (
    SELECT at, id FROM audit_entries
    WHERE workspace_id = $1 AND (at, id) > ($3::timestamptz, $4::uuid) ORDER BY at, id LIMIT ${BATCH}
  ), erased AS (
    UPDATE audit_entries e SET before = ${kept('e.before')}, after = ${kept('e.after')}
    FROM looked_at l
    WHERE e.workspace_id = $1 AND e.at = l.at AND e.id = l.id AND e.subject_type IN ('customer', 'ticket')
      AND (e.subject_id = $2
        OR EXISTS (SELECT FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id AND t.customer_id = $2)
        OR EXISTS (SELECT FROM unnest($5::text[]) AS own (address) WHERE strpos(
          lower(normalize(concat(e.before::text, e.after::text), NFC)), to_json(own.address)::text) > 0))
      AND (e.before, e.after) IS DISTINCT FROM (${kept('e.before')}, ${kept('e.after')})
    RETURNING e.id
  ), last AS (SELECT at, id FROM looked_at ORDER BY at DESC, id DESC LIMIT 1)
  SELECT last.at, last.id, (SELECT count(*)::integer FROM erased) AS entries FROM last`,
};

/** A batch of kept replies behind the key $2, of those that were kept at $3 or later. */
export const READ_REPLIES: Statement = {
  name: 'erasure.read_replies',
  text: `SELECT key, body, packed_body AS "packedBody", resource_id AS "resourceId", headers ->> 'Location' AS location FROM idempotency_keys
    WHERE workspace_id = $1 AND key > $2 AND created_at >= $3::timestamptz ORDER BY key LIMIT ${REPLIES_AT_ONCE}`,
};

/** Those of the ids $3 that are tickets of the customer, or comments on them. */
export const THEIR_TICKETS: Statement = {
  name: 'erasure.their_tickets',
  text: `SELECT id FROM tickets WHERE workspace_id = $1 AND customer_id = $2 AND id = ANY ($3::uuid[])
    UNION ALL
    SELECT c.id FROM comments c JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id
    WHERE c.workspace_id = $1 AND t.customer_id = $2 AND c.id = ANY ($3::uuid[])`,
};

export const DELETE_REPLIES: Statement = {
  name: 'erasure.delete_replies',
  text: `WITH gone AS (DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key = ANY ($2::text[]) RETURNING 1)
    SELECT count(*)::integer AS rows FROM gone`,
};

const deleting = (table: string): Statement => ({
  name: `erasure.${table}`,
  text: `WITH gone AS (DELETE FROM ${table} WHERE workspace_id = $1 AND customer_id = $2 RETURNING 1)
    SELECT count(*)::integer AS rows FROM gone`,
});

/** The files of the customer's tickets. Their bytes go when the service sweeps. */
const DELETE_ATTACHMENTS: Statement = {
  name: 'erasure.attachments',
  text: `WITH gone AS (DELETE FROM attachments a USING tickets t
      WHERE a.workspace_id = $1 AND t.workspace_id = $1 AND t.id = a.ticket_id AND t.customer_id = $2 RETURNING 1)
    SELECT count(*)::integer AS rows FROM gone`,
};

/** Forgets what receivers of webhooks answered to events about the customer $2 and its tickets: they may have repeated words of those. */
export const ERASE_ANSWERS: Statement = {
  name: 'erasure.answers',
  text: `WITH erased AS (
    UPDATE webhook_tries t SET answer = NULL
    FROM webhook_deliveries d JOIN audit_entries e ON e.workspace_id = $1 AND e.position = d.position
    WHERE t.workspace_id = $1 AND d.workspace_id = $1 AND t.webhook_id = d.webhook_id AND t.delivery_id = d.id
      AND t.answer IS NOT NULL AND (e.subject_id = $2 OR EXISTS (
        SELECT FROM tickets k WHERE k.workspace_id = $1 AND k.id = e.subject_id AND k.customer_id = $2))
    RETURNING 1)
  SELECT count(*)::integer AS rows FROM erased`,
};

/** The mails of the customer's tickets. */
const DELETE_MAILS: Statement = {
  name: 'erasure.mails',
  text: `WITH gone AS (DELETE FROM mails m WHERE m.workspace_id = $1 AND (m.customer_id = $2 OR EXISTS (
      SELECT FROM tickets t WHERE t.workspace_id = $1 AND t.id = m.ticket_id AND t.customer_id = $2)) RETURNING 1)
    SELECT count(*)::integer AS rows FROM gone`,
};

/** Takes the addresses $2 (folded) of the customer out of mails about tickets of others: out of what is left to send, and what was answered. */
export const ERASE_IN_MAILS: Statement = {
  name: 'erasure.in_mails',
  text: `WITH erased AS (
    UPDATE mails m SET answer = NULL, left_to = CASE WHEN m.left_to IS NOT NULL THEN
      ARRAY(SELECT one FROM unnest(m.left_to) AS one WHERE lower(normalize(one, NFC)) <> ALL ($2::text[])) END
    WHERE m.workspace_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS own (address) WHERE strpos(
      lower(normalize(concat(m.answer, ' ', array_to_string(m.left_to, ' ')), NFC)), own.address) > 0)
    RETURNING 1)
  SELECT count(*)::integer AS rows FROM erased`,
};

/** What is deleted with the customer. */
export const DELETE_CONTACTS: readonly (readonly [table: string, Statement])[] = [
  ['attachments', DELETE_ATTACHMENTS],
  ['mails', DELETE_MAILS],
  ...['customer_emails', 'customer_phones', 'customer_links'].map(
    (table) => [table, deleting(table)] as const,
  ),
];

/** Leaves of the customer its id, its dates and an address that belongs to nobody ($3): a ticket has a customer, and a customer an address. */
export const ERASE_CUSTOMER: Statement = {
  name: 'erasure.customer',
  text: `UPDATE customers SET first_name = NULL, last_name = NULL, language = NULL, time_zone = NULL, description = NULL,
      company_id = NULL, primary_email = $3, phones = '{}',
      updated_at = greatest(statement_timestamp(), ${NEXT_MOMENT})
    WHERE workspace_id = $1 AND id = $2`,
};

export const ADD_ADDRESS: Statement = {
  name: 'erasure.add_address',
  text: `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
    VALUES ($1, $3, $2, $3, true, 0)`,
};
