import { filesOf } from '../attachments/attachments.sql.js';
import { hasAddress } from '../customers/customer-erased.sql.js';
import { MAX_PAGE_SIZE } from '../kernel/page.js';
import {
  plannedOnce,
  onPrimary,
  tenantStatement,
  weighed,
  type Statement,
} from '../platform/tenancy/statement.js';
import type { ListRefusals } from '../kernel/errors.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { COMMENT_LISTS, INCLUDED_COMMENTS } from './comment.errors.js';
import type { AuthorType } from './comment.rules.js';

/** Finds the ticket $2 by its id or by its number. */
type OfTicket = Readonly<Record<'id' | 'number', Statement>>;

export const ofTicket = (name: string, text: (column: string) => string): OfTicket => ({
  id: plannedOnce(tenantStatement(`${name}_id`, text('id'))),
  number: plannedOnce(tenantStatement(`${name}_number`, text('number'))),
});

export const referring = (of: OfTicket, ref: TicketRef): readonly [Statement, unknown] =>
  'id' in ref ? [of.id, ref.id] : [of.number, ref.number];

const weighedOf = (refusals: ListRefusals, { id, number }: OfTicket): OfTicket => ({
  id: weighed(refusals, id),
  number: weighed(refusals, number),
});

const author = (type: AuthorType, row: string, email: string): string =>
  `json_build_object('type', '${type}', 'id', ${row}.id, 'firstName', ${row}.first_name, 'lastName', ${row}.last_name, 'email', ${email})`;

/** Shows an author of `customers AS c`. */
export const CUSTOMER = author('customer', 'c', 'c.primary_email');
/** Shows an author of `team_members AS m`. */
export const MEMBER = author('agent', 'm', 'm.email');

/** Finds the ticket of a conversation. `bytes` is the size of its description, which is not read for that. */
const TICKET = (column: string): string => `ticket AS MATERIALIZED (
    SELECT t.id, t.customer_id, t.message_id, t.created_at, t.updated_at, t.comment_count, octet_length(t.description) AS bytes
    FROM tickets t WHERE t.workspace_id = $1 AND t.${column} = $2)`;

const DESCRIPTION = `SELECT 0 AS position, ticket.id, 'description' AS comment_type, ticket.customer_id, NULL::uuid AS team_member_id,
      ticket.message_id, NULL::boolean AS sender_authenticated, ticket.created_at, ticket.updated_at, ticket.bytes FROM ticket`;

const COMMENT = `c.position, c.id, c.comment_type, c.customer_id, c.team_member_id, c.message_id, c.sender_authenticated, c.created_at,
      c.updated_at, octet_length(c.content) AS bytes`;

/**
 * Selects the rows of `page AS p`, with their texts when these have at most `most` bytes together. OFFSET 0 makes PostgreSQL look up people
 * one by one.
 */
const shown = (most: string, order = '', total = 'ticket.comment_count + 1'): string => `
  SELECT ${total} AS "totalRecords", coalesce(weights.weight, 0)::integer AS weight,
    coalesce(weights.heaviest, 0) AS heaviest, p.id, p.comment_type AS "commentType", author.shown AS author,
    author.has_changed AS "hasAuthorChanged",
    p.message_id AS "messageId", p.sender_authenticated AS "senderAuthenticated", p.created_at AS "createdAt", p.updated_at AS "updatedAt", ${filesOf('p.id')} AS files,
    CASE WHEN weights.weight <= ${most}::bigint THEN CASE p.position
      WHEN 0 THEN (SELECT t.description FROM tickets t WHERE t.workspace_id = $1 AND t.id = p.id)
      ELSE (SELECT c.content FROM comments c WHERE c.workspace_id = $1 AND c.id = p.id) END END AS content
  FROM ticket
  CROSS JOIN (SELECT sum(bytes) AS weight, max(bytes) AS heaviest FROM page) weights
  LEFT JOIN page p ON true
  LEFT JOIN LATERAL (
    SELECT ${CUSTOMER} AS shown, c.updated_at <> c.created_at AS has_changed FROM customers c
    WHERE c.workspace_id = $1 AND c.id = p.customer_id
    UNION ALL
    SELECT ${MEMBER}, m.updated_at <> m.created_at FROM team_members m WHERE m.workspace_id = $1 AND m.id = p.team_member_id
    OFFSET 0) author ON true
  ${order}`;

const IN_ORDER = 'ORDER BY CASE WHEN $5::boolean THEN -p.position ELSE p.position END';

/**
 * Finds a page: $2 the ticket, $3 how many elements to skip, $4 how many to show, $5 whether the newest come first, $6 bytes of text at most.
 * Places have no gaps, so a page is a range of an index. No row: no such ticket; a row without an id: an empty page.
 */
export const PAGE = weighedOf(
  COMMENT_LISTS,
  ofTicket(
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
  ),
);

/** Finds a page as `PAGE` does, for a ticket that is shown with its comments. */
export const INCLUDED_PAGE = weighedOf(INCLUDED_COMMENTS, PAGE);

/** Reads the whole conversation: $6 types, $7 whether the author is a customer, or null for anybody, $8 bytes of text at most. */
export const FILTERED_PAGE = weighedOf(
  COMMENT_LISTS,
  ofTicket(
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
  ),
);

/** Finds one element as a row of a page: $2 the ticket, $3 the id, $4 bytes of text at most. */
export const FIND = weighedOf(
  COMMENT_LISTS,
  ofTicket(
    'comments.find_by_ticket',
    (column) => `WITH ${TICKET(column)},
     page AS MATERIALIZED (
       ${DESCRIPTION} WHERE ticket.id = $3::uuid
       UNION ALL
       SELECT ${COMMENT} FROM ticket JOIN comments c ON c.workspace_id = $1 AND c.id = $3::uuid AND c.ticket_id = ticket.id)
     ${shown('$4')}`,
  ),
);

/** Takes the id as $2, then the columns in their order. */
export const ADD = tenantStatement(
  'comments.add',
  `INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, customer_id, team_member_id, content, message_id,
     created_at, updated_at, sender_authenticated)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
);

export const ADD_MENTIONS = tenantStatement(
  'comments.add_mentions',
  `INSERT INTO comment_mentions (workspace_id, comment_id, team_member_id) SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
);

/** Holds active members, and the one for whom the key $3 speaks, also when removed. One order of locks avoids deadlocks. */
const holdMembers = (name: string, condition: string): Statement =>
  tenantStatement(
    name,
    `WITH speaker AS MATERIALIZED (
       SELECT team_member_id AS id FROM api_key_members WHERE workspace_id = $1 AND api_key_id = $3::uuid)
     SELECT ${MEMBER} AS member, m.email_key AS "emailKey", m.removed_at IS NULL AS "isActive",
       m.id = (SELECT speaker.id FROM speaker) AS "isSpeaker"
     FROM team_members m
     WHERE m.workspace_id = $1 AND (m.${condition} AND m.removed_at IS NULL OR m.id = (SELECT speaker.id FROM speaker))
     ORDER BY m.id FOR KEY SHARE`,
  );

/** The default author of key $2: a comment without an author gets this member. A key that speaks for a member has none. */
export const DEFAULT_AUTHOR = tenantStatement(
  'comments.default_author',
  `SELECT w.default_author AS "email" FROM workspaces w
   WHERE w.id = $1 AND NOT EXISTS (SELECT FROM api_key_members WHERE workspace_id = $1 AND api_key_id = $2::uuid)`,
);

/** Takes folded addresses as $2. */
export const HOLD_MEMBERS = holdMembers('comments.hold_members', 'email_key = ANY ($2::text[])');
/** Takes ids as $2. */
export const HOLD_MEMBERS_BY_ID = holdMembers('comments.hold_members_by_id', 'id = ANY ($2::uuid[])');

/**
 * Finds the tickets that each of some Message-IDs belongs to, the newest first, at most 10: $2 and $3 two spellings of the id of a mail
 * that came, $4 and $5 the comment and the ticket that a mail of ours is about.
 */
export const TICKETS_OF_MESSAGES = onPrimary(
  tenantStatement(
    'comments.tickets_of_messages',
    `SELECT asked.place::integer, found.id
   FROM unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[]) WITH ORDINALITY AS asked (message_id, bare, comment_id, ticket_id, place)
   CROSS JOIN LATERAL (
     SELECT c.ticket_id AS id FROM comments c WHERE c.workspace_id = $1 AND c.message_id IN (asked.message_id, asked.bare)
     UNION
     SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.message_id IN (asked.message_id, asked.bare)
     UNION
     SELECT c.ticket_id FROM comments c WHERE c.workspace_id = $1 AND c.id = asked.comment_id
     UNION
     SELECT t.id FROM tickets t WHERE t.workspace_id = $1 AND t.id = asked.ticket_id
     ORDER BY id DESC LIMIT 10) found
   ORDER BY asked.place, found.id DESC`,
  ),
);

/** Takes a folded address as $2. */
export const FIND_CUSTOMER = tenantStatement(
  'comments.find_customer',
  `SELECT ${CUSTOMER} AS customer FROM customer_emails e
   JOIN customers c ON c.workspace_id = $1 AND c.id = e.customer_id
   WHERE e.workspace_id = $1 AND e.email_key = $2 AND ${hasAddress('e', 'c')} FOR KEY SHARE OF c`,
);
