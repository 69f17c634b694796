import { Injectable } from '@nestjs/common';
import type { CommentId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import { filesOf } from '../attachments/attachments.sql.js';
import { onPrimary, plannedOnce, tenantStatement, weighed } from '../platform/tenancy/statement.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { COMMENT_LISTS } from './comment.errors.js';

/** Only the wanted reply of a thread has its content. */
export interface ThreadRow {
  readonly id: CommentId;
  readonly messageId: string | null;
  readonly createdAt: Date;
  readonly isByAgent: boolean;
  readonly content: string;
  /** Names the agent; null without first and last name, and for a customer. */
  readonly authorName: string | null;
}

/** A reply with the name of its author, without the address. The name is null when the author has none. */
export interface ReplyRow {
  readonly id: CommentId;
  readonly isByAgent: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly content: string;
  readonly createdAt: Date;
  readonly files: readonly AttachmentRow[] | null;
}

/** An empty page is one row without a reply. */
export type ListedReply = { readonly totalRecords: number } & (ReplyRow | { readonly id: null });

interface ReplyPlace {
  readonly id?: CommentId;
  readonly offset: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

/**
 * Selects replies of ticket $2: the one with id $3, or all when it is null; $4 to skip, $5 to show, $6 whether the newest come first, $7 bytes
 * at most. The view is asked row by row: it takes no value of a join, and would be read whole (choice 5).
 */
const PAGE = weighed(
  COMMENT_LISTS,
  plannedOnce(
    tenantStatement(
      'comments_for_customers.page',
      `WITH wanted AS MATERIALIZED (
       SELECT c.id, c.position, octet_length(c.content) AS bytes FROM comments_for_customers c
       WHERE c.workspace_id = $1 AND c.ticket_id = $2 AND ($3::uuid IS NULL OR c.id = $3)),
     page AS MATERIALIZED (
       SELECT * FROM wanted ORDER BY CASE WHEN $6::boolean THEN -position ELSE position END
       OFFSET $4::bigint LIMIT $5::integer)
     SELECT (SELECT count(*)::integer FROM wanted) AS "totalRecords", coalesce(weights.weight, 0)::integer AS weight,
       coalesce(weights.heaviest, 0) AS heaviest, p.id, c.team_member_id IS NOT NULL AS "isByAgent",
       coalesce(m.first_name, u.first_name) AS "firstName", coalesce(m.last_name, u.last_name) AS "lastName",
       c.created_at AS "createdAt", ${filesOf('p.id')} AS files,
       CASE WHEN weights.weight <= $7::bigint THEN c.content END AS content
     FROM (SELECT sum(bytes) AS weight, max(bytes) AS heaviest FROM page) weights
     LEFT JOIN page p ON true
     LEFT JOIN LATERAL (SELECT * FROM comments_for_customers shown WHERE shown.workspace_id = $1 AND shown.id = p.id LIMIT 1) c ON true
     LEFT JOIN team_members m ON m.workspace_id = $1 AND m.id = c.team_member_id
     LEFT JOIN LATERAL (SELECT * FROM customers u WHERE u.workspace_id = $1 AND u.id = c.customer_id LIMIT 1) u ON true
     ORDER BY CASE WHEN $6::boolean THEN -p.position ELSE p.position END`,
    ),
  ),
);

/** Takes a reply as $2, and the number of replies at most as $3. The newest comes first. */
const THREAD = onPrimary(
  plannedOnce(
    tenantStatement(
      'comments_for_customers.thread',
      `SELECT c.id, c.team_member_id IS NOT NULL AS "isByAgent", c.message_id AS "messageId", c.created_at AS "createdAt",
         CASE WHEN c.id = $2 THEN c.content ELSE '' END AS content, nullif(concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), '') AS "authorName"
       FROM comments_for_customers wanted CROSS JOIN LATERAL (
         SELECT * FROM comments_for_customers shown
         WHERE shown.workspace_id = $1 AND shown.ticket_id = wanted.ticket_id AND shown.position <= wanted.position
         ORDER BY shown.position DESC LIMIT $3) c
       LEFT JOIN team_members m ON m.workspace_id = $1 AND m.id = c.team_member_id
       WHERE wanted.workspace_id = $1 AND wanted.id = $2 ORDER BY c.position DESC`,
    ),
  ),
);

/** Reads the view of comments without notes [rule 15]. */
@Injectable()
export class CommentsForCustomersRepository extends TenantRepository {
  /** @throws page_too_large */
  page(
    scope: TenantScope | InnerScope,
    ticketId: TicketId,
    { id, offset, size, newestFirst }: ReplyPlace,
  ): Promise<ListedReply[]> {
    return this.query(scope, PAGE, [ticketId, id ?? null, offset, size, newestFirst]);
  }

  thread(scope: TenantScope | InnerScope, id: CommentId, most: number): Promise<ThreadRow[]> {
    return this.query(scope, THREAD, [id, most]);
  }
}
