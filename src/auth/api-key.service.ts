import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import type { Deadline } from '../kernel/time/deadline.js';
import type { DomainError } from '../kernel/errors.js';
import { isUuid, type ApiKeyId } from '../kernel/ids.js';
import type { KeyScope } from './scopes.js';
import { foldEmail } from '../kernel/text.js';
import { AccessVersion } from '../platform/tenancy/access-version.js';
import type { BoundedCache } from '../kernel/bounded-cache.js';
import { tenantScope, type InnerScope, type TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import {
  keyCreated,
  keyLimited,
  keyRevoked,
  keyRotated,
  hasEnded,
  rotatedLifetimes,
  type KeyMember,
} from './api-key.rules.js';
import { ApiKeyUses } from './api-key-uses.js';
import { createApiKey, hashApiKey, hintOf } from './api-key.js';
import {
  ApiKeyRepository,
  type AddedKey,
  type CurrentKey,
  type KnownKey,
  type ListedKey,
  type ValidKey,
} from './api-key.repository.js';
import { apiKeyNotFound, apiKeyNotRotatable, apiKeyNotRevocable, noSuchMember } from './auth.errors.js';
import { KeyMemberRepository } from './key-member.repository.js';
import type { ShownKey } from './shown-key.js';

const CAPACITY = 20_000;

export interface KeySettings {
  readonly expiresAt?: Date | null;
  /** The key has all scopes, including those of later versions, when this is null or absent. */
  readonly scopes?: readonly KeyScope[] | null;
  /** The limit of the workspace or of the installation applies when this is null or absent. */
  readonly requestsPerMinute?: number | null;
  /** The key speaks for the team member with this address. Without one, requests name the author of each comment. */
  readonly as?: string | null;
}

export type WithMember<Key> = Key & { readonly member: KeyMember | null };

/** The text of a new key is shown once. */
export interface NewKey {
  readonly id: ApiKeyId;
  readonly key: string;
  /** The key as lists show it. */
  readonly shown: WithMember<ListedKey>;
}

/** The service recognises a key by its digest, and people by its first characters. */
export type KeyProof = Pick<AddedKey, 'hint' | 'hash'>;

export interface RotatedKey extends NewKey {
  readonly oldExpiresAt: Date;
}

/** Makes, lists, rotates and revokes keys for operators, and recognises requests by them [rule 1]. */
@Injectable()
export class ApiKeyService {
  private readonly cache: BoundedCache<ValidKey>;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly members: KeyMemberRepository,
    private readonly uses: ApiKeyUses,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    version: AccessVersion,
  ) {
    this.cache = version.remember(CAPACITY);
  }

  /** Returns the key if this process remembers it. Null means that the process must ask the database. */
  remembered(shown: ShownKey): ValidKey | null {
    return this.used(shown, this.cache.get(cacheKeyOf(shown)));
  }

  /** Finds the key, if it opens the workspace now. */
  async recognise(shown: ShownKey, deadline: Deadline): Promise<ValidKey | null> {
    const scope = tenantScope(shown.workspaceId, null, deadline);
    const key = await this.cache.getOrLoad(cacheKeyOf(shown), () => this.keys.findValid(scope, shown.hash));
    return this.used(shown, key);
  }

  /** Makes a key. @throws team_member_not_found */
  create(scope: TenantScope, name: string, settings: KeySettings = {}): Promise<NewKey> {
    const key = createApiKey();
    return this.unitOfWork.run(scope, async (inner) => {
      await this.keys.lockName(inner, name);
      const id = await this.register(inner, name, settings, { hint: hintOf(key), hash: hashApiKey(key) });
      return { id, key, shown: await this.listed(inner, id) };
    });
  }

  /** Makes the key that has a digest. The service need not know its text. @throws team_member_not_found */
  register(scope: TenantScope, name: string, settings: KeySettings, proof: KeyProof): Promise<ApiKeyId> {
    const { expiresAt = null, requestsPerMinute = null, as = null } = settings;
    const scopes = settings.scopes ? [...settings.scopes] : null;
    return this.unitOfWork.run(scope, (inner) =>
      this.add(inner, { name, expiresAt, scopes, requestsPerMinute, ...proof }, async (id) => {
        const member = as === null ? null : await this.members.add(inner, id, foldEmail(as));
        if (as !== null && member === null) throw noSuchMember(as);
        return member;
      }),
    );
  }

  async current(scope: TenantScope): Promise<WithMember<CurrentKey>> {
    const key = scope.apiKeyId && (await this.keys.findCurrent(scope, scope.apiKeyId));
    if (!key) throw new Error('A request has passed the guard with a key that does not exist.');
    return { ...key, member: await this.members.find(scope, key.id) };
  }

  async list(scope: TenantScope): Promise<WithMember<ListedKey>[]> {
    const [keys, members] = await Promise.all([this.keys.listAll(scope), this.members.list(scope)]);
    return keys.map((key) => ({ ...key, member: members.get(key.id) ?? null }));
  }

  /** Reads a key that this transaction holds, as lists show it. */
  async listed(inner: InnerScope, id: ApiKeyId): Promise<WithMember<ListedKey>> {
    const key = await this.keys.find(inner, id);
    if (!key) throw new Error('A key is gone while it is locked.');
    return { ...key, member: await this.members.find(inner, id) };
  }

  /**
   * Makes a key with the same name, member, scopes, limit and length of life as an old one. The old key works until `overlapUntil`, or until
   * its own end when that comes first.
   * @throws api_key_not_found, api_key_not_rotatable
   */
  async rotate(scope: TenantScope, reference: string, overlapUntil: Date): Promise<RotatedKey> {
    const id = idIn(reference, apiKeyNotFound);
    return this.unitOfWork.run(scope, async (inner) => {
      const known = await this.keys.find(inner, id);
      if (known) await this.keys.lockName(inner, known.name);
      const old = await this.keys.lock(inner, id);
      if (!old) throw apiKeyNotFound(id);
      const reason = whyNotRotatable(old);
      if (reason !== null) throw apiKeyNotRotatable(id, reason);
      const { oldExpiresAt, newExpiresAt } = rotatedLifetimes(old, new Date(), overlapUntil);
      const { name, scopes, requestsPerMinute } = old;
      const key = createApiKey();
      const proof = { hint: hintOf(key), hash: hashApiKey(key) };
      const wanted = { name, scopes, requestsPerMinute, expiresAt: newExpiresAt, ...proof };
      const newId = await this.add(inner, wanted, (made) => this.members.passOn(inner, id, made));
      await this.keys.replace(inner, id, newId, oldExpiresAt);
      await this.audit.record(inner, keyRotated(old, { replacedBy: newId, expiresAt: oldExpiresAt }));
      return { id: newId, key, shown: await this.listed(inner, newId), oldExpiresAt };
    });
  }

  /** Limits a key within a second; null stands for the limit of its workspace. @throws api_key_not_found */
  async limit(scope: TenantScope, reference: string, requestsPerMinute: number | null): Promise<void> {
    const id = idIn(reference, apiKeyNotFound);
    await this.unitOfWork.run(scope, async (inner) => {
      const key = await this.keys.lock(inner, id);
      if (!key || key.revokedAt) throw apiKeyNotFound(id);
      await this.keys.change(inner, id, { requestsPerMinute });
      await this.audit.record(inner, ...keyLimited(key, requestsPerMinute));
    });
  }

  /** Revokes a key; every process refuses it within a second. @throws api_key_not_found */
  async revoke(scope: TenantScope, reference: string): Promise<void> {
    const id = idIn(reference, apiKeyNotRevocable);
    await this.unitOfWork.run(scope, async (inner) => {
      if (!(await this.keys.revoke(inner, id))) throw apiKeyNotRevocable(id);
      await this.audit.record(inner, keyRevoked(id));
    });
  }

  /** Revokes all keys of a workspace that is deleted, without an audit entry. */
  revokeAll(inner: InnerScope): Promise<void> {
    return this.keys.revokeAll(inner);
  }

  private used(shown: ShownKey, key: ValidKey | null): ValidKey | null {
    if (key === null || hasEnded(key)) return null;
    this.uses.note(shown.workspaceId, key.id);
    return key;
  }

  private async add(
    inner: InnerScope,
    settings: Omit<AddedKey, 'id'>,
    addMember: (id: ApiKeyId) => Promise<KeyMember | null>,
  ): Promise<ApiKeyId> {
    const id = uuid() as ApiKeyId;
    await this.keys.add(inner, { ...settings, id });
    await this.audit.record(inner, keyCreated(id, settings, await addMember(id)));
    return id;
  }
}

function idIn(reference: string, refusal: (reference: string) => DomainError): ApiKeyId {
  if (!isUuid(reference)) throw refusal(reference);
  return reference as ApiKeyId;
}

function cacheKeyOf({ workspaceId, hash }: ShownKey): string {
  return `${workspaceId} ${hash.toString('base64')}`;
}

function whyNotRotatable(key: KnownKey): string | null {
  if (key.revokedAt) return 'is revoked';
  if (hasEnded(key)) return 'has expired';
  return key.replacedBy === null ? null : `was rotated already: ${key.replacedBy} took its place`;
}
