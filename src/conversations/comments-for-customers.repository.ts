import { Injectable } from '@nestjs/common';
import type { CommentId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { onPrimary, plannedOnce, tenantStatement } from '../platform/tenancy/statement.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';

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

/** Takes a reply as $2, and the number of replies at most as $3. The newest comes first. */
const THREAD = onPrimary(
  plannedOnce(
    tenantStatement(
      'comments_for_customers.thread',
      `SELECT c.id, c.team_member_id IS NOT NULL AS "isByAgent", c.message_id AS "messageId", c.created_at AS "createdAt",
         CASE WHEN c.id = $2 THEN c.content ELSE '' END AS content, nullif(concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), '') AS "authorName"
       FROM comments_for_customers wanted JOIN comments_for_customers c
         ON c.workspace_id = $1 AND c.ticket_id = wanted.ticket_id AND c.position <= wanted.position
       LEFT JOIN team_members m ON m.workspace_id = $1 AND m.id = c.team_member_id
       WHERE wanted.workspace_id = $1 AND wanted.id = $2 ORDER BY c.position DESC LIMIT $3`,
    ),
  ),
);

/** Reads the view of comments without notes [rule 15]. */
@Injectable()
export class CommentsForCustomersRepository extends TenantRepository {
  thread(scope: TenantScope | InnerScope, id: CommentId, most: number): Promise<ThreadRow[]> {
    return this.query(scope, THREAD, [id, most]);
  }
}
