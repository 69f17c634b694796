import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { ApiKeyId } from '../kernel/ids.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { ApiKey } from './entities/api-key.entity.js';

/** A key that opens its workspace at the moment; `expiresAt` is when it stops. */
export interface ValidKey {
  readonly id: ApiKeyId;
  readonly expiresAt: Date | null;
}

/** What may be told about a key after its creation. */
export type ListedKey = Pick<ApiKey, 'id' | 'name' | 'hint' | 'createdAt' | 'expiresAt' | 'revokedAt'>;

const FIND_VALID = tenantStatement(
  'api_keys.find_valid',
  `SELECT id, expires_at AS "expiresAt" FROM api_keys
   WHERE workspace_id = $1 AND hash = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
);

const LIST = tenantStatement(
  'api_keys.list',
  `SELECT id, name, hint, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
   FROM api_keys WHERE workspace_id = $1 ORDER BY created_at, id`,
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

  async add(
    inner: InnerScope,
    key: Omit<ApiKey, 'workspaceId' | 'createdAt' | 'revokedAt' | 'workspace'>,
  ): Promise<void> {
    await this.insert(inner, ApiKey, [key]);
  }

  /** @returns whether there was such a key that was not revoked yet */
  async revoke(inner: InnerScope, id: ApiKeyId): Promise<boolean> {
    return (await this.update(inner, ApiKey, { id, revokedAt: IsNull() }, { revokedAt: new Date() })) > 0;
  }
}
