import { Injectable } from '@nestjs/common';
import type { CustomerId } from '../kernel/ids.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import type { ExternalKey, StoredTicket } from './ticket-batch.rules.js';

/** $2 external ids and $3 their sources, pairwise. */
const FIND_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.find_by_external_keys',
  `SELECT t.id, t.external_id AS "externalId", t.source, t.subject, t.description, t.priority,
     t.status_id AS "statusId", t.category_id AS "categoryId", t.sub_category_one_id AS "subCategoryOneId",
     t.sub_category_two_id AS "subCategoryTwoId", t.group_id AS "groupId", t.assignee_id AS "assigneeId",
     t.customer_id AS "customerId", t.tags, t.field_values AS "fieldValues", t.created_at AS "createdAt",
     t.updated_at AS "updatedAt", t.closed_at AS "closedAt", t.resolution_due_at AS "resolutionDueAt"
   FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   JOIN tickets t ON t.workspace_id = $1 AND t.external_id = wanted.external_id
     AND t.source IS NOT DISTINCT FROM wanted.source`,
);

/** $2 folded addresses. */
const FIND_CUSTOMERS = tenantStatement(
  'tickets.find_customers',
  `SELECT email_key AS "emailKey", customer_id AS "customerId" FROM customer_emails
   WHERE workspace_id = $1 AND email_key = ANY ($2::text[])`,
);

/** What the tables hold that an import would meet; nothing is locked. */
@Injectable()
export class TicketPlanRepository extends TenantRepository {
  async findByExternalKeys(scope: TenantScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    if (keys.length === 0) return [];
    return this.query<StoredTicket>(scope, FIND_BY_EXTERNAL_KEYS, [
      keys.map(({ externalId }) => externalId),
      keys.map(({ source }) => source),
    ]);
  }

  /** Who has which of the folded addresses. */
  async findCustomers(scope: TenantScope, emailKeys: readonly string[]): Promise<Map<string, CustomerId>> {
    const rows = await this.query<{ emailKey: string; customerId: CustomerId }>(scope, FIND_CUSTOMERS, [
      emailKeys,
    ]);
    return new Map(rows.map(({ emailKey, customerId }) => [emailKey, customerId]));
  }
}
