import { Injectable } from '@nestjs/common';
import { tenantStatement } from '../tenancy/statement.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import type { ExternalKey, StoredTicket } from './ticket-batch.rules.js';
import { CHANGEABLE, IDENTITY } from './ticket.columns.js';

/** $2 external ids and $3 their sources, pairwise; each is looked up by itself, as in `LOCK_BY_EXTERNAL_KEYS`. */
const FIND_BY_EXTERNAL_KEYS = tenantStatement(
  'tickets.find_by_external_keys',
  `SELECT found.* FROM unnest($2::text[], $3::text[]) AS wanted (external_id, source)
   CROSS JOIN LATERAL (
     SELECT ${[...IDENTITY, ...CHANGEABLE].map(({ column, key }) => `t.${column} AS "${key}"`).join(', ')}
     FROM tickets t WHERE t.workspace_id = $1 AND t.external_id = wanted.external_id
       AND t.source IS NOT DISTINCT FROM wanted.source LIMIT 1) AS found`,
);

/** The tickets that an import would meet; nothing is locked. */
@Injectable()
export class TicketPlanRepository extends TenantRepository {
  async findByExternalKeys(scope: TenantScope, keys: readonly ExternalKey[]): Promise<StoredTicket[]> {
    if (keys.length === 0) return [];
    return this.query<StoredTicket>(scope, FIND_BY_EXTERNAL_KEYS, [
      keys.map(({ externalId }) => externalId),
      keys.map(({ source }) => source),
    ]);
  }
}
