import { laterThan, NEXT_MOMENT, type Statement } from '../platform/tenancy/statement.js';

/**
 * The owner of the tables runs these statements to erase a customer: $1 workspace, mostly $2 customer. A repeated one changes nothing.
 * Answers count for each table the rows that were changed or deleted. A batch says behind which place the next one begins (`next`), or null.
 */

const ERASED_SUBJECT = 'Erased';

/** Rows that one transaction looks at. Requests wait for a batch at the most. */
const BATCH = 1_000;
/** Of kept replies fewer, because each may have 256 KiB. */
const REPLIES_AT_ONCE = 100;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Terms that an audit entry keeps about a ticket of an erased customer: words of the desk's own vocabulary, and members. */
const KEPT_TERMS = [
  ...['number', 'status', 'priority', 'category', 'sub_category_one', 'sub_category_two', 'group'],
  ...['assignee_email', 'resolution_due_date', 'first_responded_at', 'erased'],
  ...['comment_id', 'comment_type', 'author_type'],
];

/**
 * Finds who has the folded address $2: its folded addresses, from when on rows may be written that another transaction has not committed
 * yet, and addresses whose spelling may not be the folded one, without regard to case: those that the customer has given, and those of
 * participants whose domain is not plain.
 */
export const FIND_CUSTOMER: Statement = {
  name: 'erasure.find_customer',
  text: `WITH found AS (SELECT customer_id AS id FROM customer_emails WHERE workspace_id = $1 AND email_key = $2),
    own AS (SELECT e.email, e.email_key FROM customer_emails e JOIN found f ON f.id = e.customer_id WHERE e.workspace_id = $1)
    SELECT f.id, statement_timestamp() - interval '5 minutes' AS since, ARRAY(SELECT email_key FROM own) AS addresses, ARRAY(
      SELECT lower(normalize(email, NFC)) FROM own
      UNION
      SELECT lower(normalize(p.one ->> 'email', NFC)) FROM tickets t, jsonb_array_elements(t.participants) AS p (one)
      WHERE t.workspace_id = $1 AND p.one ->> 'email' ~* '@.*([^ -~]|xn--)') AS spelled
    FROM found f`,
};

/** New tickets of the customer wait until the transaction ends. */
export const LOCK_CUSTOMER: Statement = {
  name: 'erasure.lock_customer',
  text: 'SELECT id FROM customers WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
};

/**
 * Takes the words out of the tickets of the customer, and its addresses ($3, folded) out of the participants of other tickets. A ticket
 * that has no words left is not changed. The entries about those that are `changed` are the caller's.
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
      WHERE lower(normalize(p.one ->> 'email', NFC)) <> ALL ($3::text[]))
    FROM looked_at l
    WHERE t.workspace_id = $1 AND t.id = l.id AND NOT l.is_theirs AND EXISTS (
      SELECT FROM jsonb_array_elements(t.participants) AS p (one)
      WHERE lower(normalize(p.one ->> 'email', NFC)) = ANY ($3::text[]))
    RETURNING t.id
  ), discussed AS (
    UPDATE comments c SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), c.updated_at)
    FROM looked_at l
    WHERE c.workspace_id = $1 AND c.ticket_id = l.id AND l.is_theirs AND (c.content <> '' OR c.message_id IS NOT NULL)
    RETURNING c.id
  ), drafted AS (
    DELETE FROM comment_drafts d USING looked_at l WHERE d.workspace_id = $1 AND d.ticket_id = l.id AND l.is_theirs RETURNING d.id
  )
  SELECT (SELECT count(*)::integer FROM erased) AS tickets,
    (SELECT count(*)::integer FROM freed) AS "participants of other tickets",
    (SELECT count(*)::integer FROM discussed) AS comments, (SELECT count(*)::integer FROM drafted) AS comment_drafts,
    (SELECT ARRAY[max(number)] FROM looked_at HAVING count(*) > 0) AS next,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number) ORDER BY number), '[]') FROM erased) AS changed`;

/** The tickets behind the number $4, a batch. */
export const ERASE_TICKETS: Statement = {
  name: 'erasure.tickets',
  text: erasingTickets(`number > $4::integer ORDER BY number LIMIT ${BATCH}`),
};

/** All tickets of the customer once more, and those behind the number $4. */
export const ERASE_OTHER_TICKETS: Statement = {
  name: 'erasure.other_tickets',
  text: erasingTickets(`(customer_id = $2 OR number > $4::integer)`),
};

/** Takes the words out of comments of the customer on tickets of others, and throws its drafts away. */
export const ERASE_COMMENTS: Statement = {
  name: 'erasure.comments',
  text: `WITH erased AS (
    UPDATE comments SET content = '', message_id = NULL, updated_at = greatest(statement_timestamp(), updated_at)
    WHERE workspace_id = $1 AND customer_id = $2 AND (content <> '' OR message_id IS NOT NULL) RETURNING 1
  ), gone AS (DELETE FROM comment_drafts WHERE workspace_id = $1 AND customer_id = $2 RETURNING 1)
  SELECT (SELECT count(*)::integer FROM erased) AS comments, (SELECT count(*)::integer FROM gone) AS comment_drafts`,
};

const kept = (terms: string): string => `CASE WHEN ${terms} IS NULL THEN NULL ELSE (
  SELECT coalesce(jsonb_object_agg(term.key, term.value), '{}') FROM jsonb_each(${terms}) AS term
  WHERE term.key IN (${KEPT_TERMS.map((term) => `'${term}'`).join(', ')})) END`;

/**
 * Takes the words out of a batch of entries, behind time $4 and id $5: of those about the customer, about its tickets, and about other
 * customers and tickets when one of its addresses ($3, folded) stands there as a value. The rows stay, with their positions in the feed.
 */
export const ERASE_ENTRIES: Statement = {
  name: 'erasure.entries',
  text: `WITH looked_at AS (
    SELECT at, id FROM audit_entries
    WHERE workspace_id = $1 AND (at, id) > ($4::timestamptz, $5::uuid) ORDER BY at, id LIMIT ${BATCH}
  ), erased AS (
    UPDATE audit_entries e SET before = ${kept('e.before')}, after = ${kept('e.after')}
    FROM looked_at l
    WHERE e.workspace_id = $1 AND e.at = l.at AND e.id = l.id AND e.subject_type IN ('customer', 'ticket')
      AND (e.subject_id = $2
        OR EXISTS (SELECT FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id AND t.customer_id = $2)
        OR EXISTS (SELECT FROM unnest($3::text[]) AS own (address) WHERE strpos(
          lower(normalize(concat(e.before::text, e.after::text), NFC)), to_json(own.address)::text) > 0))
      AND (e.before, e.after) IS DISTINCT FROM (${kept('e.before')}, ${kept('e.after')})
    RETURNING e.id
  )
  SELECT (SELECT count(*)::integer FROM erased) AS audit_entries,
    (SELECT ARRAY[at::text, id::text] FROM looked_at ORDER BY at DESC, id DESC LIMIT 1) AS next`,
};

/**
 * Deletes kept replies of a batch, of those that were kept at $4 or later, behind the key $5: replies that show the customer or one of its
 * addresses ($3, folded), and those that show a ticket of the customer or a comment on one.
 */
export const ERASE_REPLIES: Statement = {
  name: 'erasure.replies',
  text: `WITH looked_at AS (
    SELECT key, lower(normalize(concat_ws(' ', resource_id, headers ->> 'Location', body), NFC)) AS shown FROM idempotency_keys
    WHERE workspace_id = $1 AND created_at >= $4::timestamptz AND key > $5 ORDER BY key LIMIT ${REPLIES_AT_ONCE}
  ), named AS (
    SELECT l.key, found.id[1]::uuid AS id FROM looked_at l, regexp_matches(l.shown, '${UUID}', 'g') AS found (id)
  ), theirs AS (
    SELECT key FROM looked_at WHERE EXISTS (
      SELECT FROM unnest($3::text[] || $2::uuid::text) AS own (name) WHERE strpos(shown, own.name) > 0)
    UNION
    SELECT n.key FROM named n JOIN tickets t ON t.workspace_id = $1 AND t.id = n.id WHERE t.customer_id = $2::uuid
    UNION
    SELECT n.key FROM named n JOIN comments c ON c.workspace_id = $1 AND c.id = n.id
      JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id WHERE t.customer_id = $2::uuid
  ), gone AS (DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key IN (SELECT key FROM theirs) RETURNING 1)
  SELECT (SELECT count(*)::integer FROM gone) AS idempotency_keys,
    (SELECT ARRAY[$4::timestamptz::text, max(key)] FROM looked_at HAVING count(*) = ${REPLIES_AT_ONCE}) AS next`,
};

/** Deletes rows of a table, those for which `which` holds. */
const deleting = (table: string, which: string): Statement => ({
  name: `erasure.${table}`,
  text: `WITH gone AS (DELETE FROM ${table} d WHERE d.workspace_id = $1 AND ${which} RETURNING 1)
    SELECT count(*)::integer AS ${table} FROM gone`,
});

const attachedTo = (table: string, link: string): string =>
  `SELECT a.id FROM attachments a JOIN ${table} r ON r.workspace_id = $1 AND r.id = a.${link}
     WHERE a.workspace_id = $1 AND r.customer_id = $2`;

/** The files of the customer's tickets, and of its comments and drafts on tickets of others, with the names of their bytes. */
export const DELETE_ATTACHMENTS: Statement = {
  name: 'erasure.attachments',
  text: `DELETE FROM attachments WHERE workspace_id = $1 AND id IN (
     ${attachedTo('tickets', 'ticket_id')}
     UNION ALL ${attachedTo('comments', 'record_id')}
     UNION ALL ${attachedTo('comment_drafts', 'record_id')})
   RETURNING storage_name AS "storageName", upload_name AS "uploadName"`,
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
  SELECT count(*)::integer AS webhook_tries FROM erased`,
};

/** Takes the addresses $2 (folded) of the customer out of mails about tickets of others: out of what is left to send, and what was answered. */
export const ERASE_IN_MAILS: Statement = {
  name: 'erasure.in_mails',
  text: `WITH erased AS (
    UPDATE mails m SET answer = NULL, refusal = CASE WHEN m.refusal IS NOT NULL THEN 'refused for good' END, left_to = CASE WHEN m.left_to IS NOT NULL THEN
      ARRAY(SELECT one FROM unnest(m.left_to) AS one WHERE lower(normalize(one, NFC)) <> ALL ($2::text[])) END
    WHERE m.workspace_id = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS own (address) WHERE strpos(
      lower(normalize(concat(m.answer, ' ', m.refusal, ' ', array_to_string(m.left_to, ' ')), NFC)), own.address) > 0)
    RETURNING 1)
  SELECT count(*)::integer AS mails FROM erased`,
};

/** Deletes the contacts of the customer, the mails of its tickets, and what was mailed to its addresses because it belongs to the desk, too. */
export const DELETE_CONTACTS: readonly Statement[] = [
  deleting(
    'mails',
    `(d.customer_id = $2 OR EXISTS (SELECT FROM tickets t WHERE t.workspace_id = $1 AND t.id = d.ticket_id AND t.customer_id = $2)
      OR d.email_key IN (SELECT email_key FROM customer_emails WHERE workspace_id = $1 AND customer_id = $2))`,
  ),
  ...['customer_emails', 'customer_phones', 'customer_links'].map((table) =>
    deleting(table, 'd.customer_id = $2'),
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
