import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../audit/audit-log.service.js';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import type { KeyScope } from '../kernel/key-scopes.js';
import { AccessChanges } from '../tenancy/access-changes.js';
import { BoundedCache } from '../tenancy/bounded-cache.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { keyCreated, keyLimited, keyRevoked, keyRotated } from './api-key-audit.rules.js';
import { ApiKeyUses } from './api-key-uses.js';
import { createApiKey, hashApiKey, hintOf, isWellFormedApiKey } from './api-key.js';
import { ApiKeyRepository, type AddedKey, type ListedKey, type ValidKey } from './api-key.repository.js';
import { rotatedLifetimes } from './api-key.rules.js';
import { apiKeyNotFound, apiKeyNotRotatable, apiKeyNotRevocable } from './auth.errors.js';

const CAPACITY = 20_000;

/** What an operator may say of a new key. */
export interface KeySettings {
  readonly expiresAt?: Date | null;
  /** Null, as when absent: everything, also what comes later. */
  readonly scopes?: readonly KeyScope[] | null;
  /** Null, as when absent: what the workspace says, or the installation. */
  readonly requestsPerMinute?: number | null;
}

/** What rotation made. The key is shown this once. */
export interface RotatedKey {
  readonly key: string;
  readonly expiresAt: Date | null;
  readonly oldExpiresAt: Date;
}

/** API keys: made, listed, rotated and revoked by operators, recognised at every request (decisions, section 1). */
@Injectable()
export class ApiKeyService {
  private readonly cache: BoundedCache<ValidKey>;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly uses: ApiKeyUses,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    changes: AccessChanges,
  ) {
    this.cache = new BoundedCache(CAPACITY, changes.lifetimeMs);
    changes.onChange(() => {
      this.cache.clear();
    });
  }

  /** The key if this process remembers that it opens the workspace, otherwise null, which says nothing about it. */
  remembered(workspaceId: WorkspaceId, shown: string): ValidKey | null {
    if (!isWellFormedApiKey(shown)) return null;
    return this.used(workspaceId, this.cache.get(cacheKeyOf(workspaceId, hashApiKey(shown))));
  }

  /** The key if it opens the workspace of the scope now, otherwise null, whatever the reason. */
  async recognise(scope: TenantScope, shown: string): Promise<ValidKey | null> {
    if (!isWellFormedApiKey(shown)) return null;
    const hash = hashApiKey(shown);
    const key = await this.cache.getOrLoad(cacheKeyOf(scope.workspaceId, hash), () =>
      this.keys.findValid(scope, hash),
    );
    return this.used(scope.workspaceId, key);
  }

  /** Makes a key. What is returned is the only time that it is shown. */
  async create(scope: TenantScope, name: string, settings: KeySettings = {}): Promise<string> {
    const { expiresAt = null, requestsPerMinute = null } = settings;
    const scopes = settings.scopes ? [...settings.scopes] : null;
    return this.unitOfWork.run(scope, async (inner) => {
      const { key } = await this.add(inner, { name, expiresAt, scopes, requestsPerMinute });
      return key;
    });
  }

  list(scope: TenantScope): Promise<ListedKey[]> {
    return this.keys.listAll(scope);
  }

  /**
   * Makes a key of the same name, scopes, limit and length of life as another one, which works until `overlapUntil` yet, or until
   * its own end when that comes first.
   * @throws api_key_not_found, api_key_not_rotatable
   */
  async rotate(scope: TenantScope, id: ApiKeyId, overlapUntil: Date): Promise<RotatedKey> {
    return this.unitOfWork.run(scope, async (inner) => {
      const old = await this.keys.lock(inner, id);
      if (!old) throw apiKeyNotFound(id);
      const reason = whyNotRotatable(old);
      if (reason !== null) throw apiKeyNotRotatable(id, reason);
      const { oldExpiresAt, newExpiresAt } = rotatedLifetimes(old, new Date(), overlapUntil);
      const { name, scopes, requestsPerMinute } = old;
      const made = await this.add(inner, { name, scopes, requestsPerMinute, expiresAt: newExpiresAt });
      await this.keys.replace(inner, id, made.id, oldExpiresAt);
      await this.audit.record(inner, keyRotated(old, { replacedBy: made.id, expiresAt: oldExpiresAt }));
      return { key: made.key, expiresAt: newExpiresAt, oldExpiresAt };
    });
  }

  /**
   * Says how many requests a key may send in a minute, from within a second on; null: what its workspace says.
   * @throws api_key_not_found
   */
  async limit(scope: TenantScope, id: ApiKeyId, requestsPerMinute: number | null): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      const key = await this.keys.lock(inner, id);
      if (!key || key.revokedAt) throw apiKeyNotFound(id);
      await this.keys.limit(inner, id, requestsPerMinute);
      await this.audit.record(inner, ...keyLimited(key, requestsPerMinute));
    });
  }

  /**
   * Revokes a key; every process refuses it within a second.
   * @throws api_key_not_found
   */
  async revoke(scope: TenantScope, id: ApiKeyId): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      if (!(await this.keys.revoke(inner, id))) throw apiKeyNotRevocable(id);
      await this.audit.record(inner, keyRevoked(id));
    });
  }

  private used(workspaceId: WorkspaceId, key: ValidKey | null): ValidKey | null {
    if (key === null || hasEnded(key)) return null;
    this.uses.note(workspaceId, key.id);
    return key;
  }

  private async add(
    inner: InnerScope,
    settings: Omit<AddedKey, 'id' | 'hint' | 'hash'>,
  ): Promise<{ readonly id: ApiKeyId; readonly key: string }> {
    const key = createApiKey();
    const id = uuid() as ApiKeyId;
    await this.keys.add(inner, { ...settings, id, hint: hintOf(key), hash: hashApiKey(key) });
    await this.audit.record(inner, keyCreated(id, settings));
    return { id, key };
  }
}

function cacheKeyOf(workspaceId: WorkspaceId, hash: Buffer): string {
  return `${workspaceId} ${hash.toString('base64')}`;
}

function hasEnded({ expiresAt }: { readonly expiresAt: Date | null }): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

function whyNotRotatable(key: Omit<ListedKey, 'lastUsedAt'>): string | null {
  if (key.revokedAt) return 'is revoked';
  if (hasEnded(key)) return 'has expired';
  return key.replacedBy === null ? null : `was rotated already: ${key.replacedBy} took its place`;
}
