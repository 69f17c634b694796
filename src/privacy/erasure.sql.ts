import { snakeCase } from '../kernel/text.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { laterThan, NEXT_MOMENT, type Statement } from '../platform/tenancy/statement.js';
import { wordsOf } from '../kernel/search/words.rules.js';
import { ALL_PROPERTIES } from '../tickets/rules/ticket-properties.js';

/**
 * The owner of the tables runs these statements to erase a customer: $1 workspace, mostly $2 customer. A repeated one changes nothing.
 * Answers count rows by table. A batch says behind which place the next one begins (`next`), or null.
 */

/** Rows that one transaction looks at. Requests wait for one batch at most. */
const BATCH = 1_000;
/** Each kept reply may have 256 KiB, so a batch is small. */
const REPLIES_AT_ONCE = 100;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Terms that an entry about a ticket keeps: what is no word of the customer, nor its address. */
const KEPT_TERMS = [
  ...ALL_PROPERTIES.filter(
    ({ name, isAudited, erased }) => isAudited && erased === undefined && name !== 'email',
  ).map(({ name }) => name),
  ...['number', 'first_responded_at', 'merged_into', 'erased', 'comment_id', 'comment_type', 'author_type'],
];

/** The columns of a ticket that lose their words, with the SQL of the value that they get. */
const ERASED = ALL_PROPERTIES.flatMap(({ column, erased }) =>
  column && erased !== undefined
    ? [
        {
          name: snakeCase(column.key),
          value: erased === null ? `NULL::${column.type}` : `'${erased}'::${column.type}`,
        },
      ]
    : [],
);

/**
 * Finds the customer with the folded address $2, all folded addresses, their other spellings, and the earliest moment of uncommitted rows.
 * Spellings differ in what the customer gave, and in participants whose domain is not plain.
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

/** Erases texts of the customer's own tickets, and its addresses ($3, folded) among the participants of other tickets. */
const erasingTickets = (lookedAt: string): string => `WITH looked_at AS (
    SELECT id, number, customer_id = $2 AS is_theirs FROM tickets WHERE workspace_id = $1 AND ${lookedAt}
  ), erased AS (
    UPDATE tickets t SET ${ERASED.map(({ name, value }) => `${name} = ${value}`).join(', ')},
      updated_at = greatest(statement_timestamp(), ${laterThan('t.updated_at', "interval '1 ms'")})
    FROM looked_at l
    WHERE t.workspace_id = $1 AND t.id = l.id AND l.is_theirs
      AND (${ERASED.map(({ name }) => `t.${name}`).join(', ')}) IS DISTINCT FROM (${ERASED.map(({ value }) => value).join(', ')})
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

/** Erases a batch of tickets after the number $4. */
export const ERASE_TICKETS: Statement = {
  name: 'erasure.tickets',
  text: erasingTickets(`number > $4::integer ORDER BY number LIMIT ${BATCH}`),
};

/** Erases all tickets of the customer once more, and those after the number $4. */
export const ERASE_OTHER_TICKETS: Statement = {
  name: 'erasure.other_tickets',
  text: erasingTickets(`(customer_id = $2 OR number > $4::integer)`),
};

/** Erases comments of the customer on tickets of others, and deletes its drafts. */
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
 * Erases a batch of entries, after time $4 and id $5: entries about the customer and its tickets, and all others about
 * customers and tickets in which one of its addresses ($3, folded) is a value. The rows stay.
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

/** Deletes a batch, since $4 after the key $5, of kept replies that show the customer, an address ($3), a ticket or a comment. */
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

const deleting = (table: string, which: string): Statement => ({
  name: `erasure.${table}`,
  text: `WITH gone AS (DELETE FROM ${table} d WHERE d.workspace_id = $1 AND ${which} RETURNING 1)
    SELECT count(*)::integer AS ${table} FROM gone`,
});

const attachedTo = (table: string, link: string): string =>
  `SELECT a.id FROM attachments a JOIN ${table} r ON r.workspace_id = $1 AND r.id = a.${link}
     WHERE a.workspace_id = $1 AND r.customer_id = $2`;

/** Finds mails `e` that the customer $2 has sent, or that are in its tickets. */
const THEIR_MAIL = `(e.sender_key IN (SELECT c.email_key FROM customer_emails c WHERE c.workspace_id = $1 AND c.customer_id = $2)
       OR e.ticket_id IN (SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.customer_id = $2))`;

/** Leaves nothing of the customer's mails but their digests, so that they do not come back. */
export const ERASE_INBOUND_EMAILS: Statement = {
  name: 'erasure.inbound_emails',
  text: `WITH erased AS (
    UPDATE inbound_emails e SET state = 'deleted', reason = NULL, message_id = NULL, sender = NULL, sender_key = NULL,
      sender_authenticated = NULL, subject = NULL, ticket_id = NULL, comment_id = NULL, released = NULL, lease = NULL,
      finished_at = coalesce(e.finished_at, statement_timestamp())
    WHERE e.workspace_id = $1 AND ${THEIR_MAIL} RETURNING 1)
  SELECT count(*)::integer AS inbound_emails FROM erased`,
};

const erasedText = (property: string): string =>
  ALL_PROPERTIES.find(({ name }) => name === property)?.erased ?? '';

/** The words of a ticket that was erased. */
export const ERASED_WORDS = wordsOf([
  { text: erasedText('subject'), weight: 'A' },
  { text: erasedText('description'), weight: 'B' },
]);

/**
 * Deletes what the index has of texts of the tickets of the customer $2, and of its comments on tickets of others, except for the words $3
 * of erased tickets.
 */
export const DELETE_WORDS: Statement = {
  name: 'erasure.words',
  text: `WITH theirs AS (
    SELECT s.ticket_number, s.position FROM tickets t JOIN search_texts s ON s.workspace_id = $1 AND s.ticket_number = t.number
    WHERE t.workspace_id = $1 AND t.customer_id = $2
      AND (s.position > 0 OR s.words <> array_to_tsvector(ARRAY[search_wall($1::uuid)]) || $3::tsvector)
    UNION
    SELECT t.number, c.position FROM comments c JOIN tickets t ON t.workspace_id = $1 AND t.id = c.ticket_id
    WHERE c.workspace_id = $1 AND c.customer_id = $2
  ), gone AS (
    DELETE FROM search_texts s USING theirs
    WHERE s.workspace_id = $1 AND s.ticket_number = theirs.ticket_number AND s.position = theirs.position RETURNING 1)
  SELECT count(*)::integer AS search_texts FROM gone`,
};

export const DELETE_ATTACHMENTS: Statement = {
  name: 'erasure.attachments',
  text: `DELETE FROM attachments WHERE workspace_id = $1 AND id IN (
     ${attachedTo('tickets', 'ticket_id')}
     UNION ALL ${attachedTo('comments', 'record_id')}
     UNION ALL ${attachedTo('comment_drafts', 'record_id')}
     UNION ALL SELECT e.id FROM inbound_emails e WHERE e.workspace_id = $1 AND ${THEIR_MAIL})
   RETURNING array_remove(ARRAY[storage_name, upload_name], NULL) AS names`,
};

/** Erases answers of receivers of webhooks to events about the customer $2 and its tickets, because they may repeat its texts. */
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

/** Removes the addresses $2 (folded) of the customer from mails about tickets of others. */
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

/** Deletes the contacts of the customer, the mails of its tickets, and other mails to its addresses. */
export const DELETE_CONTACTS: readonly Statement[] = [
  deleting(
    'mails',
    `(d.customer_id = $2 OR EXISTS (SELECT FROM tickets t WHERE t.workspace_id = $1 AND t.id = d.ticket_id AND t.customer_id = $2)
      OR d.email_key IN (SELECT email_key FROM customer_emails WHERE workspace_id = $1 AND customer_id = $2))`,
  ),
  ...declaredFeatures()
    .flatMap(({ tables = {} }) => Object.entries(tables))
    .flatMap(([table, facts]) => ('erasedBy' in facts ? [deleting(table, `d.${facts.erasedBy} = $2`)] : [])),
];

/** Erases the customer, but for its id and dates. It gets an address ($3) that belongs to nobody, because each customer needs one. */
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
