import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { ApiKeyId } from '../kernel/ids.js';
import { AccessChanges } from '../tenancy/access-changes.js';
import { BoundedCache } from '../tenancy/bounded-cache.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { createApiKey, hashApiKey, hintOf, isWellFormedApiKey } from './api-key.js';
import { ApiKeyRepository, type ListedKey, type ValidKey } from './api-key.repository.js';
import { apiKeyNotFound } from './auth.errors.js';

const CAPACITY = 20_000;

/** API keys: made, listed and revoked by operators, recognised at every request (decisions, section 1). */
@Injectable()
export class ApiKeyService {
  private readonly cache: BoundedCache<ValidKey>;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly unitOfWork: UnitOfWork,
    changes: AccessChanges,
  ) {
    this.cache = new BoundedCache(CAPACITY, changes.lifetimeMs);
    changes.onChange(() => {
      this.cache.clear();
    });
  }

  /** The id of the key if it opens the workspace of the scope now, otherwise null, whatever the reason. */
  async recognise(scope: TenantScope, shown: string): Promise<ApiKeyId | null> {
    if (!isWellFormedApiKey(shown)) return null;
    const hash = hashApiKey(shown);
    const key = await this.cache.getOrLoad(`${scope.workspaceId} ${hash.toString('base64')}`, () =>
      this.keys.findValid(scope, hash),
    );
    if (key === null || (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now())) return null;
    return key.id;
  }

  /** Makes a key. What is returned is the only time that it is shown. */
  async create(scope: TenantScope, name: string, expiresAt: Date | null = null): Promise<string> {
    const key = createApiKey();
    const id = uuid() as ApiKeyId;
    await this.unitOfWork.run(scope, (inner) =>
      this.keys.add(inner, { id, name, hint: hintOf(key), hash: hashApiKey(key), expiresAt }),
    );
    return key;
  }

  list(scope: TenantScope): Promise<ListedKey[]> {
    return this.keys.listAll(scope);
  }

  /**
   * Revokes a key; every process refuses it within a second.
   * @throws api_key_not_found
   */
  async revoke(scope: TenantScope, id: ApiKeyId): Promise<void> {
    const revoked = await this.unitOfWork.run(scope, (inner) => this.keys.revoke(inner, id));
    if (!revoked) throw apiKeyNotFound(id);
  }
}
