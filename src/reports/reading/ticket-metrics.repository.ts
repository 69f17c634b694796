import { Injectable } from '@nestjs/common';
import { plannedOnce, tenantStatement, type Statement } from '../../platform/tenancy/statement.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { TicketRef } from '../../tickets/rules/ticket-ref.rules.js';

export interface TicketMetrics {
  /** Null until an agent has replied. */
  readonly firstResponseSeconds: number | null;
  /** Null while the ticket is open, and for one that a merge closed [rule 24]. */
  readonly resolutionSeconds: number | null;
  readonly reopenedCount: number;
  readonly agentReplies: number;
  readonly customerReplies: number;
}

/** SQL for whole seconds since the ticket was created, as `secondsBetween` counts them. */
const secondsUntil = (moment: string): string =>
  `greatest(0, floor(extract(epoch FROM t.${moment} - t.created_at)))::float`;

/** A ticket that a merge has closed is not resolved. One that was closed before the merge is. */
const IS_RESOLVED =
  't.closed_at IS NOT NULL AND (t.merged_into_id IS NULL OR t.status_before_merge_id = t.status_id)';

const findBy = (column: 'id' | 'number'): Statement =>
  plannedOnce(
    tenantStatement(
      `report_counts.metrics_by_${column}`,
      `SELECT CASE WHEN t.first_reply_at IS NOT NULL THEN ${secondsUntil('first_reply_at')} END AS "firstResponseSeconds",
         CASE WHEN ${IS_RESOLVED} THEN ${secondsUntil('closed_at')} END AS "resolutionSeconds",
         t.reopened_count AS "reopenedCount", replies.by_agents AS "agentReplies", replies.by_customers AS "customerReplies"
       FROM tickets t CROSS JOIN LATERAL (
         SELECT count(c.team_member_id)::integer AS by_agents, count(c.customer_id)::integer AS by_customers FROM comments c
         WHERE c.workspace_id = $1 AND c.ticket_id = t.id AND c.comment_type = 'reply') AS replies
       WHERE t.workspace_id = $1 AND t.${column} = $2`,
    ),
  );

const FIND = { id: findBy('id'), number: findBy('number') };

@Injectable()
export class TicketMetricsRepository extends TenantRepository {
  async find(scope: TenantScope, ref: TicketRef): Promise<TicketMetrics | null> {
    const [metrics] =
      'id' in ref
        ? await this.query<TicketMetrics>(scope, FIND.id, [ref.id])
        : await this.query<TicketMetrics>(scope, FIND.number, [ref.number]);
    return metrics ?? null;
  }
}
