import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../events/audit-log.service.js';
import { foldEmail, isStorable } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { createApiKey, hashApiKey, hintOf } from './api-key.js';
import { ApiKeyRepository, type KnownKey, type ListedKey } from './api-key.repository.js';
import { isLive, keyUpdated } from './api-key.rules.js';
import { ApiKeyService, type KeySettings, type RotatedKey, type WithMember } from './api-key.service.js';
import { apiKeyNotFound, keyExists, keyNameAmbiguous, keySpeaksForAnother } from './auth.errors.js';
import { KeyMemberRepository } from './key-member.repository.js';

/** A key that was put. Its text is known when the service has made it, and shown once. */
export interface PutKey {
  readonly key: WithMember<ListedKey>;
  readonly text: string | null;
  readonly isNew: boolean;
}

/** Keys by their names, for programs that provision workspaces [rule 25]. A name has one live key; `desk keys create` may make more. */
@Injectable()
export class NamedKeysService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly members: KeyMemberRepository,
    private readonly service: ApiKeyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
  ) {}

  /**
   * Makes a key under a name that no live key has. With the digest of a key that the caller has made, it can be repeated: then it brings the
   * key with that digest to the settings.
   * @throws key_exists, team_member_not_found
   */
  async put(scope: TenantScope, name: string, settings: KeySettings, hash: Buffer | null): Promise<PutKey> {
    // Two requests may bring one digest under two names at once. The one that loses looks again, and finds the key of the other.
    return this.unitOfWork.runLookingAgain(scope, async (inner) => {
      await this.keys.lockName(inner, name);
      const same = hash && (await this.keys.lockByHash(inner, hash));
      if (same) return this.change(inner, same, name, settings);
      if ((await this.keys.findLive(inner, name)).length > 0) throw keyExists(name);
      const text = hash === null ? createApiKey() : null;
      const proof = { hint: hintOf(text ?? undefined), hash: hash ?? hashApiKey(text ?? '') };
      const id = await this.service.register(inner, name, settings, proof);
      return { key: await this.service.listed(inner, id), text, isNew: true };
    });
  }

  /** Rotates the one live key of a name. @throws api_key_not_found, key_name_ambiguous */
  async rotate(scope: TenantScope, name: string, overlapUntil: Date): Promise<RotatedKey> {
    return this.unitOfWork.run(scope, async (inner) => {
      await this.lockName(inner, name);
      const [live, ...others] = await this.keys.findLive(inner, name);
      if (live === undefined) throw apiKeyNotFound(name);
      if (others.length > 0) throw keyNameAmbiguous(name);
      return this.service.rotate(inner, live, overlapUntil);
    });
  }

  /** Revokes every key of a name, also those that were rotated and still work. @throws api_key_not_found */
  async revoke(scope: TenantScope, name: string): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      await this.lockName(inner, name);
      const working = await this.keys.lockUnrevoked(inner, name);
      if (working.length === 0) throw apiKeyNotFound(name);
      for (const id of working) await this.service.revoke(inner, id);
    });
  }

  /** @throws api_key_not_found when no key can have the name */
  private async lockName(inner: InnerScope, name: string): Promise<void> {
    if (!isStorable(name)) throw apiKeyNotFound(name);
    await this.keys.lockName(inner, name);
  }

  private async change(
    inner: InnerScope,
    known: KnownKey,
    name: string,
    settings: KeySettings,
  ): Promise<PutKey> {
    if (known.name !== name || !isLive(known)) throw keyExists(name);
    const member = await this.members.find(inner, known.id);
    if (foldEmail(settings.as ?? '') !== foldEmail(member?.email ?? '')) throw keySpeaksForAnother(name);
    const { scopes = null, expiresAt = null, requestsPerMinute = null } = settings;
    const wanted = { scopes: scopes && [...scopes], expiresAt, requestsPerMinute };
    const changes = keyUpdated(known, wanted);
    if (changes.length > 0) {
      await this.keys.change(inner, known.id, wanted);
      await this.audit.record(inner, ...changes);
    }
    return { key: await this.service.listed(inner, known.id), text: null, isNew: false };
  }
}
