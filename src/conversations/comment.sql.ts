import { filesOf } from '../attachments/attachments.sql.js';
import { MAX_PAGE_SIZE } from '../kernel/page.js';
import { plannedOnce, tenantStatement, type Statement } from '../platform/tenancy/statement.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';

/** A statement about a ticket, $2, that is named by its id or by its number. */
type OfTicket = Readonly<Record<'id' | 'number', Statement>>;

export const ofTicket = (name: string, text: (column: string) => string): OfTicket => ({
  id: tenantStatement(`${name}_id`, text('id')),
  number: tenantStatement(`${name}_number`, text('number')),
});

const ofTicketPlannedOnce = (name: string, text: (column: string) => string): OfTicket => {
  const { id, number } = ofTicket(name, text);
  return { id: plannedOnce(id), number: plannedOnce(number) };
};

/** The statement for a reference, and its $2. */
export const referring = (of: OfTicket, ref: TicketRef): readonly [Statement, unknown] =>
  'id' in ref ? [of.id, ref.id] : [of.number, ref.number];

/** The ticket of a conversation. `bytes` are those of its description, which is not read for that. */
const TICKET = (column: string): string => `ticket AS MATERIALIZED (
    SELECT t.id, t.customer_id, t.created_at, t.updated_at, t.comment_count, octet_length(t.description) AS bytes
    FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = $2)`;

/** The description as the element before all comments. */
const DESCRIPTION = `SELECT 0 AS position, ticket.id, 'description' AS comment_type, ticket.customer_id, NULL::uuid AS team_member_id,
      NULL::text AS message_id, ticket.created_at, ticket.updated_at, ticket.bytes FROM ticket`;

/** The columns of `DESCRIPTION`, of `comments AS c`. */
const COMMENT = `c.position, c.id, c.comment_type, c.customer_id, c.team_member_id, c.message_id, c.created_at, c.updated_at,
      octet_length(c.content) AS bytes`;

/**
 * Rows of `page AS p` with their authors and texts, the latter when they have at most `most` bytes together. OFFSET 0 has people
 * looked up one by one.
 */
const shown = (most: string, order = '', total = 'ticket.comment_count + 1'): string => `
  SELECT ${total} AS "totalRecords", coalesce(weights.weight, 0)::integer AS weight,
    coalesce(weights.heaviest, 0) AS heaviest, p.id, p.comment_type AS "commentType", p.customer_id AS "customerId",
    p.team_member_id AS "teamMemberId", author.first_name AS "authorFirstName", author.last_name AS "authorLastName",
    author.email AS "authorEmail", p.message_id AS "messageId", p.created_at AS "createdAt", p.updated_at AS "updatedAt", ${filesOf('p.id')} AS files,
    CASE WHEN weights.weight <= ${most}::bigint THEN CASE p.position
      WHEN 0 THEN (SELECT t.description FROM tickets t WHERE t.workspace_id = $1 AND t.id = p.id)
      ELSE (SELECT c.content FROM comments c WHERE c.workspace_id = $1 AND c.id = p.id) END END AS content
  FROM ticket
  CROSS JOIN (SELECT sum(bytes) AS weight, max(bytes) AS heaviest FROM page) weights
  LEFT JOIN page p ON true
  LEFT JOIN LATERAL (
    SELECT c.first_name, c.last_name, c.primary_email AS email FROM customers c WHERE c.workspace_id = $1 AND c.id = p.customer_id
    UNION ALL
    SELECT m.first_name, m.last_name, m.email FROM team_members m WHERE m.workspace_id = $1 AND m.id = p.team_member_id
    OFFSET 0) author ON true
  ${order}`;

const IN_ORDER = 'ORDER BY CASE WHEN $5::boolean THEN -p.position ELSE p.position END';

/**
 * A page of a conversation: $2 the ticket, $3 how many elements to skip, $4 how many to show, $5 whether the newest come first, $6 how
 * many bytes of text at most. Places have no gaps, so a page is a range of an index and its total is known. No row: no such ticket; a row
 * without an id: an empty page.
 */
export const PAGE = ofTicketPlannedOnce(
  'comments.page_by',
  (column) => `WITH ${TICKET(column)},
     place AS MATERIALIZED (
       SELECT id, CASE WHEN $5::boolean THEN comment_count - $3::integer - $4::integer + 1 ELSE $3::integer END AS first,
         CASE WHEN $5::boolean THEN comment_count - $3::integer ELSE $3::integer + $4::integer - 1 END AS last FROM ticket),
     page AS MATERIALIZED (
       ${DESCRIPTION}, place WHERE place.first <= 0 AND place.last >= 0
       UNION ALL
       SELECT found.* FROM place, LATERAL (
         SELECT ${COMMENT} FROM comments c
         WHERE c.workspace_id = $1 AND c.ticket_id = place.id AND c.position >= place.first AND c.position <= place.last
         ORDER BY c.position LIMIT ${MAX_PAGE_SIZE}) found)
     ${shown('$6', IN_ORDER)}`,
);

/**
 * A page of the elements that have one of the types $6 and, unless $7 is null, an author who is a customer ($7) or an agent; $8 how many
 * bytes of text at most. It reads the whole conversation of one ticket, which is bounded. `totalRecords` counts what meets the filter.
 */
export const FILTERED_PAGE = ofTicketPlannedOnce(
  'comments.filtered_page_by',
  (column) => `WITH ${TICKET(column)},
     wanted AS MATERIALIZED (
       SELECT 0 AS position FROM ticket WHERE 'description' = ANY ($6::text[]) AND coalesce($7::boolean, true)
       UNION ALL
       SELECT c.position FROM ticket JOIN comments c ON c.workspace_id = $1 AND c.ticket_id = ticket.id
       WHERE c.comment_type = ANY ($6::text[]) AND ($7::boolean IS NULL OR (c.customer_id IS NOT NULL) = $7::boolean)),
     slice AS MATERIALIZED (
       SELECT position FROM wanted ORDER BY CASE WHEN $5::boolean THEN -position ELSE position END
       OFFSET $3::integer LIMIT $4::integer),
     page AS MATERIALIZED (
       ${DESCRIPTION} WHERE EXISTS (SELECT FROM slice WHERE position = 0)
       UNION ALL
       SELECT ${COMMENT} FROM ticket JOIN slice ON slice.position > 0
         JOIN comments c ON c.workspace_id = $1 AND c.ticket_id = ticket.id AND c.position = slice.position)
     ${shown('$8', IN_ORDER, '(SELECT count(*)::integer FROM wanted)')}`,
);

/** One element of a conversation: $2 the ticket, $3 the id, $4 how many bytes of text at most. Rows are as those of a page. */
export const FIND = ofTicketPlannedOnce(
  'comments.find_by_ticket',
  (column) => `WITH ${TICKET(column)},
     page AS MATERIALIZED (
       ${DESCRIPTION} WHERE ticket.id = $3::uuid
       UNION ALL
       SELECT ${COMMENT} FROM ticket JOIN comments c ON c.workspace_id = $1 AND c.id = $3::uuid AND c.ticket_id = ticket.id)
     ${shown('$4')}`,
);

/** $2 ticket, $3 `message_id`. */
export const FIND_BY_MESSAGE_ID = tenantStatement(
  'comments.find_by_message_id',
  'SELECT id, content FROM comments WHERE workspace_id = $1 AND ticket_id = $2 AND message_id = $3',
);

/** $2 id, then the columns in their order. */
export const ADD = tenantStatement(
  'comments.add',
  `INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, customer_id, team_member_id, content, message_id,
     created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
);

/** $2 comment, $3 members. */
export const ADD_MENTIONS = tenantStatement(
  'comments.add_mentions',
  `INSERT INTO comment_mentions (workspace_id, comment_id, team_member_id) SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
);

/**
 * Keeps active members active until the unit of work ends: those with one of the addresses or ids $2. With them comes the member for whom
 * the key $3 speaks, if it does, also a removed one. Always in one order, so that nobody waits in a circle.
 */
const holdMembers = (name: string, condition: string): Statement =>
  tenantStatement(
    name,
    `WITH speaker AS MATERIALIZED (
       SELECT team_member_id AS id FROM api_key_members WHERE workspace_id = $1 AND api_key_id = $3::uuid)
     SELECT id, email_key AS "emailKey", first_name AS "firstName", last_name AS "lastName", email,
       removed_at IS NULL AS "isActive", id = (SELECT speaker.id FROM speaker) AS "isSpeaker"
     FROM team_members
     WHERE workspace_id = $1 AND (${condition} AND removed_at IS NULL OR id = (SELECT speaker.id FROM speaker))
     ORDER BY id FOR KEY SHARE`,
  );

/** $2 folded addresses. */
export const HOLD_MEMBERS = holdMembers('comments.hold_members', 'email_key = ANY ($2::text[])');
/** $2 ids. */
export const HOLD_MEMBERS_BY_ID = holdMembers('comments.hold_members_by_id', 'id = ANY ($2::uuid[])');

/** $2 a folded address. */
export const FIND_CUSTOMER = tenantStatement(
  'comments.find_customer',
  `SELECT c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.primary_email AS email
   FROM customer_emails e JOIN customers c ON c.workspace_id = $1 AND c.id = e.customer_id
   WHERE e.workspace_id = $1 AND e.email_key = $2`,
);
