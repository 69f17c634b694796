import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { ApiKeyId } from '../kernel/ids.js';
import { onPrimary, tenantStatement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { ApiKey } from './entities/api-key.entity.js';

/** A key that opens its workspace at the moment; `requestsPerMinute` is its own limit or that of its workspace. */
export type ValidKey = Pick<ApiKey, 'id' | 'expiresAt' | 'scopes' | 'requestsPerMinute'>;

/** The properties of a key that operators see, without its last use and its member. */
export type KnownKey = Pick<ApiKey, (typeof LISTED)[number]>;

export type ListedKey = KnownKey & { readonly lastUsedAt: Date | null };

/** The properties of a key that its client sees; `requestsPerMinute` is the limit of the key, or of its workspace. */
export type CurrentKey = Pick<ListedKey, (typeof CURRENT)[number] | 'lastUsedAt'>;

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

const CURRENT = ['id', 'name', 'scopes', 'expiresAt', 'requestsPerMinute', 'createdAt'] as const;

const LISTED = [...CURRENT, 'hint', 'revokedAt', 'replacedBy'] as const;

/** Keeps the later of two uses, because another process may have written one, and skips keys that are gone. The order prevents deadlocks. */
const SAVE_USES = tenantStatement(
  'api_keys.save_uses',
  `INSERT INTO api_key_uses (workspace_id, api_key_id, last_used_at)
   SELECT k.workspace_id, k.id, used.at FROM unnest($2::uuid[], $3::timestamptz[]) AS used (id, at)
   JOIN api_keys k ON k.workspace_id = $1 AND k.id = used.id ORDER BY k.id
   ON CONFLICT (workspace_id, api_key_id) DO UPDATE SET last_used_at = excluded.last_used_at
   WHERE api_key_uses.last_used_at < excluded.last_used_at`,
);

@Injectable()
export class ApiKeyRepository extends TenantRepository {
  findValid(scope: TenantScope, hash: Buffer): Promise<ValidKey | null> {
    return this.queryOne(scope, FIND_VALID, [hash]);
  }

  async listAll(scope: TenantScope, where: FindOptionsWhere<ApiKey> = {}): Promise<ListedKey[]> {
    const keys = await this.select(scope, ApiKey, [...LISTED, 'use'], {
      where,
      relations: { use: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return keys.map(({ use, ...key }) => ({ ...key, lastUsedAt: use?.lastUsedAt ?? null }));
  }

  async find(scope: TenantScope, id: ApiKeyId): Promise<ListedKey | null> {
    const [key] = await this.listAll(scope, { id });
    return key ?? null;
  }

  /** Finds the keys of a name that open the workspace and were not rotated. */
  async findLive(scope: TenantScope, name: string): Promise<ApiKeyId[]> {
    const live = { name, revokedAt: IsNull(), replacedBy: IsNull() };
    const where = [
      { ...live, expiresAt: IsNull() },
      { ...live, expiresAt: MoreThan(new Date()) },
    ];
    const found = await Promise.all(where.map((one) => this.select(scope, ApiKey, ['id'], { where: one })));
    return found.flat().map(({ id }) => id);
  }

  /** Locks the keys of a name, always in the same order, and leaves out revoked ones. */
  async lockUnrevoked(inner: InnerScope, name: string): Promise<ApiKeyId[]> {
    const where = { name, revokedAt: IsNull() };
    const found = await this.select(inner, ApiKey, ['id'], { where, order: { id: 'ASC' }, lock: FOR_UPDATE });
    return found.map(({ id }) => id);
  }

  /** Waits for others that make keys of a name, or revoke all of them. Whoever also locks a key does this first. */
  lockName(inner: InnerScope, name: string): Promise<void> {
    return inner.transaction.lock(`api key ${name}`);
  }

  lockByHash(inner: InnerScope, hash: Buffer): Promise<KnownKey | null> {
    return this.selectOne(inner, ApiKey, LISTED, { where: { hash }, lock: FOR_UPDATE });
  }

  async findCurrent(scope: TenantScope, id: ApiKeyId): Promise<CurrentKey | null> {
    const found = await this.selectOne(scope, ApiKey, [...CURRENT, 'use', 'workspace'], {
      where: { id },
      relations: { use: true, workspace: true },
    });
    if (found === null) return null;
    const { use, workspace, ...key } = found;
    const requestsPerMinute = key.requestsPerMinute ?? workspace?.requestsPerMinute ?? null;
    return { ...key, requestsPerMinute, lastUsedAt: use?.lastUsedAt ?? null };
  }

  lock(inner: InnerScope, id: ApiKeyId): Promise<KnownKey | null> {
    return this.selectOne(inner, ApiKey, LISTED, { where: { id }, lock: FOR_UPDATE });
  }

  async add(inner: InnerScope, key: AddedKey): Promise<void> {
    await this.insert(inner, ApiKey, [key]);
  }

  /** Writes down which key replaces a locked one, and how long both work. */
  async replace(inner: InnerScope, id: ApiKeyId, replacedBy: ApiKeyId, expiresAt: Date): Promise<void> {
    await this.update(inner, ApiKey, { id }, { replacedBy, expiresAt });
  }

  /** @returns whether there was such a key that was not revoked yet */
  async revoke(inner: InnerScope, id: ApiKeyId): Promise<boolean> {
    return (await this.update(inner, ApiKey, { id, revokedAt: IsNull() }, { revokedAt: new Date() })) > 0;
  }

  async revokeAll(inner: InnerScope): Promise<void> {
    await this.update(inner, ApiKey, { revokedAt: IsNull() }, { revokedAt: new Date() });
  }

  async change(
    inner: InnerScope,
    id: ApiKeyId,
    changes: Partial<Pick<ApiKey, 'scopes' | 'expiresAt' | 'requestsPerMinute'>>,
  ): Promise<void> {
    await this.update(inner, ApiKey, { id }, changes);
  }

  async saveUses(inner: InnerScope, uses: ReadonlyMap<ApiKeyId, Date>): Promise<void> {
    const times = [...uses.values()].map((usedAt) => usedAt.toISOString());
    await this.query(inner, SAVE_USES, [[...uses.keys()], times]);
  }
}
