import { Injectable } from '@nestjs/common';
import type { ApiKeyId, CustomerId, SessionId } from '../../kernel/ids.js';
import { offsetOf, type PageRequest, type RowOfPage } from '../../kernel/page.js';
import { deletionOf } from '../../platform/queue/sweeps.js';
import { onPrimary, tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { CustomerSession } from './entities/customer-session.entity.js';
import type { EndedSession, FoundSession, ListedSession, SessionMaker } from './session.row.js';

/** SQL for a time of the desk, which is $2 milliseconds ahead of the database: the test clock moves it, and sessions end by it [rule 31]. */
const onDesk = (time: string): string => `${time} + make_interval(secs => $2::float8 / 1000)`;
const DESK_NOW = onDesk('now()');

/** SQL for the end of a session, which its key may end before. */
const END_OF_SESSION = `least(s.expires_at, ${onDesk('k.expires_at')})`;

const COLUMNS = `s.id, s.customer_id AS "customerId", s.api_key_id AS "apiKeyId", ${END_OF_SESSION} AS "expiresAt",
     s.origins, s.sees_company AS "seesCompany", s.created_at AS "createdAt"`;

/** Selects sessions that are open, with their keys, which are open as well. Keys end by the clock of the database. */
const OPEN = `FROM customer_sessions s JOIN api_keys k ON k.workspace_id = $1 AND k.id = s.api_key_id
     WHERE s.workspace_id = $1 AND s.expires_at > ${DESK_NOW} AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now())`;

const FIND_VALID = onPrimary(
  tenantStatement(
    'customer_sessions.find_valid',
    `SELECT ${COLUMNS}, extract(epoch FROM ${END_OF_SESSION} - (${DESK_NOW}))::float8 * 1000 AS "remainingMs" ${OPEN} AND s.hash = $3`,
  ),
);

/** Tells when key $2 ends, and the time of the database, which ends sessions. */
const FIND_MAKER = tenantStatement(
  'customer_sessions.find_maker',
  `SELECT expires_at AS "expiresAt", statement_timestamp() AS now FROM api_keys WHERE workspace_id = $1 AND id = $2::uuid`,
);

/** Lists the open sessions of customer $3, the newest first: $4 at most, after the first $5. */
const LIST = onPrimary(
  tenantStatement(
    'customer_sessions.list',
    `WITH open AS MATERIALIZED (SELECT ${COLUMNS} ${OPEN} AND s.customer_id = $3)
   SELECT total.sessions AS "totalRecords", page.* FROM (SELECT count(*)::integer AS sessions FROM open) total
   LEFT JOIN (SELECT * FROM open ORDER BY "createdAt" DESC, id DESC LIMIT $4 OFFSET $5) page ON true
   ORDER BY page."createdAt" DESC, page.id DESC`,
  ),
);

/** Names the origins of all open sessions. No index finds one of them under row-level security. */
const ORIGINS = onPrimary(
  tenantStatement('customer_sessions.origins', `SELECT DISTINCT unnest(s.origins) AS origin ${OPEN}`),
);

const END = tenantStatement(
  'customer_sessions.end',
  `DELETE FROM customer_sessions WHERE workspace_id = $1 AND expires_at > ${DESK_NOW}
     AND ($3::uuid IS NULL OR id = $3) AND ($4::uuid IS NULL OR customer_id = $4)
   RETURNING id, customer_id AS "customerId"`,
);

/** Sweeps sessions that have expired. */
export const SESSION_SWEEP = deletionOf({
  name: 'customer_sessions.delete_old',
  table: 'customer_sessions',
  key: ['id'],
  when: 'r.expires_at <= statement_timestamp()',
});

/** Keeps sessions. `aheadMs` says by how many milliseconds the desk's now is ahead of the database's. */
@Injectable()
export class SessionRepository extends TenantRepository {
  async findValid(scope: TenantScope, hash: Buffer, aheadMs: number): Promise<FoundSession | null> {
    const [session] = await this.query<FoundSession>(scope, FIND_VALID, [aheadMs, hash]);
    return session ?? null;
  }

  /** Finds the key that makes a session, with the time of the database. */
  async findMaker(inner: InnerScope, keyId: ApiKeyId): Promise<SessionMaker | null> {
    const [maker] = await this.query<SessionMaker>(inner, FIND_MAKER, [keyId]);
    return maker ?? null;
  }

  async origins(scope: TenantScope, aheadMs: number): Promise<ReadonlySet<string>> {
    const rows = await this.query<{ origin: string }>(scope, ORIGINS, [aheadMs]);
    return new Set(rows.map(({ origin }) => origin));
  }

  list(
    scope: TenantScope,
    customerId: CustomerId,
    request: PageRequest,
    aheadMs: number,
  ): Promise<RowOfPage<ListedSession>[]> {
    return this.query(scope, LIST, [aheadMs, customerId, request.size, offsetOf(request)]);
  }

  async add(inner: InnerScope, session: Omit<CustomerSession, 'workspaceId' | 'createdAt'>): Promise<void> {
    await this.insert(inner, CustomerSession, [session]);
  }

  /** Ends one session, those of a customer, or all of the workspace. */
  end(
    inner: InnerScope,
    which: { readonly id?: SessionId; readonly customerId?: CustomerId },
    aheadMs: number,
  ): Promise<EndedSession[]> {
    return this.query(inner, END, [aheadMs, which.id ?? null, which.customerId ?? null]);
  }
}
