import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { ApiKeyId } from '../kernel/ids.js';
import { onPrimary, tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { ApiKey } from './entities/api-key.entity.js';

/**
 * A key that opens its workspace at the moment; `expiresAt` is when it stops, `requestsPerMinute` its own limit or that of its
 * workspace.
 */
export type ValidKey = Pick<ApiKey, 'id' | 'expiresAt' | 'scopes' | 'requestsPerMinute'>;

/** What may be told about a key after its creation. */
export type ListedKey = Omit<ApiKey, 'workspaceId' | 'hash' | 'workspace' | 'successor'> & {
  readonly lastUsedAt: Date | null;
};

/** A key that is to be stored. */
export type AddedKey = Pick<
  ApiKey,
  'id' | 'name' | 'hint' | 'hash' | 'expiresAt' | 'scopes' | 'requestsPerMinute'
>;

const FIND_VALID = onPrimary(
  tenantStatement(
    'api_keys.find_valid',
    `SELECT k.id, k.expires_at AS "expiresAt", k.scopes,
       coalesce(k.requests_per_minute, w.requests_per_minute) AS "requestsPerMinute"
     FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
     WHERE k.workspace_id = $1 AND k.hash = $2 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now())`,
  ),
);

const COLUMNS = `k.id, k.name, k.hint, k.scopes, k.requests_per_minute AS "requestsPerMinute", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.replaced_by AS "replacedBy"`;

const LIST = tenantStatement(
  'api_keys.list',
  `SELECT ${COLUMNS}, u.last_used_at AS "lastUsedAt" FROM api_keys k
   LEFT JOIN api_key_uses u ON u.workspace_id = k.workspace_id AND u.api_key_id = k.id
   WHERE k.workspace_id = $1 ORDER BY k.created_at, k.id`,
);

const LOCK = tenantStatement(
  'api_keys.lock',
  `SELECT ${COLUMNS} FROM api_keys k WHERE k.workspace_id = $1 AND k.id = $2 FOR UPDATE`,
);

/** A key may be gone, and another process may know of a later use. In the order of ids, so that no two wait for each other. */
const SAVE_USES = tenantStatement(
  'api_keys.save_uses',
  `INSERT INTO api_key_uses (workspace_id, api_key_id, last_used_at)
   SELECT k.workspace_id, k.id, used.at FROM unnest($2::uuid[], $3::timestamptz[]) AS used (id, at)
   JOIN api_keys k ON k.workspace_id = $1 AND k.id = used.id ORDER BY k.id
   ON CONFLICT (workspace_id, api_key_id) DO UPDATE SET last_used_at = excluded.last_used_at
   WHERE api_key_uses.last_used_at < excluded.last_used_at`,
);

/** All SQL of API keys. */
@Injectable()
export class ApiKeyRepository extends TenantRepository {
  async findValid(scope: TenantScope, hash: Buffer): Promise<ValidKey | null> {
    const [key] = await this.query<ValidKey>(scope, FIND_VALID, [hash]);
    return key ?? null;
  }

  listAll(scope: TenantScope): Promise<ListedKey[]> {
    return this.query<ListedKey>(scope, LIST);
  }

  /** A key that nobody else can change until the transaction ends. */
  async lock(inner: InnerScope, id: ApiKeyId): Promise<Omit<ListedKey, 'lastUsedAt'> | null> {
    const [key] = await this.query<ListedKey>(inner, LOCK, [id]);
    return key ?? null;
  }

  async add(inner: InnerScope, key: AddedKey): Promise<void> {
    await this.insert(inner, ApiKey, [key]);
  }

  /** Says which key took the place of a locked one, and until when both work. */
  async replace(inner: InnerScope, id: ApiKeyId, replacedBy: ApiKeyId, expiresAt: Date): Promise<void> {
    await this.update(inner, ApiKey, { id }, { replacedBy, expiresAt });
  }

  /** @returns whether there was such a key that was not revoked yet */
  async revoke(inner: InnerScope, id: ApiKeyId): Promise<boolean> {
    return (await this.update(inner, ApiKey, { id, revokedAt: IsNull() }, { revokedAt: new Date() })) > 0;
  }

  /** Says how much a locked key may be used. */
  async limit(inner: InnerScope, id: ApiKeyId, requestsPerMinute: number | null): Promise<void> {
    await this.update(inner, ApiKey, { id }, { requestsPerMinute });
  }

  async saveUses(
    inner: InnerScope,
    uses: readonly { readonly id: ApiKeyId; readonly usedAt: Date }[],
  ): Promise<void> {
    await this.query(inner, SAVE_USES, [
      uses.map(({ id }) => id),
      uses.map(({ usedAt }) => usedAt.toISOString()),
    ]);
  }
}
