import type { TeamMemberId, ApiKeyId } from '../kernel/ids.js';
import { type NewAuditEntry, about, entryOfChange } from '../events/audit-entry.js';
import { snakeCased } from '../kernel/objects.js';
import type { ApiKey } from './entities/api-key.entity.js';

export interface KeyMember {
  readonly id: TeamMemberId;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

/**
 * Gives two keys their ends, when one replaces the other. The old one ends after the overlap, but not later than it would have. The new one
 * lives as long as the old one was meant to (null: for ever).
 */
export function rotatedLifetimes(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date | null },
  now: Date,
  overlapUntil: Date,
): { readonly oldExpiresAt: Date; readonly newExpiresAt: Date | null } {
  if (expiresAt === null) return { oldExpiresAt: overlapUntil, newExpiresAt: null };
  return {
    oldExpiresAt: expiresAt < overlapUntil ? expiresAt : overlapUntil,
    newExpiresAt: new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
  };
}

/** The audit trail records these properties of a key, and nothing of its secret. */
const RECORDED = ['name', 'expiresAt', 'scopes', 'requestsPerMinute'] as const;

export function keyCreated(
  id: ApiKeyId,
  key: Pick<ApiKey, (typeof RECORDED)[number]>,
  member: KeyMember | null,
): NewAuditEntry {
  const after = {
    ...snakeCased(key, RECORDED),
    ...(member && { team_member: { id: member.id, name: member.name, email: member.email } }),
  };
  return { ...about('api_key.created', id), before: null, after };
}

/** Makes the audit entry of a key that was replaced. The new key has an entry of its own. */
export function keyRotated(
  { id, expiresAt }: Pick<ApiKey, 'id' | 'expiresAt'>,
  rotated: { readonly replacedBy: ApiKeyId; readonly expiresAt: Date },
): NewAuditEntry {
  return {
    ...about('api_key.rotated', id),
    before: { expires_at: expiresAt, replaced_by: null },
    after: { expires_at: rotated.expiresAt, replaced_by: rotated.replacedBy },
  };
}

export function keyLimited(
  { id, requestsPerMinute }: Pick<ApiKey, 'id' | 'requestsPerMinute'>,
  limit: number | null,
): NewAuditEntry[] {
  const before = { requests_per_minute: requestsPerMinute };
  return entryOfChange(about('api_key.limited', id), before, { requests_per_minute: limit });
}

export function keyUpdated(
  known: Pick<ApiKey, 'id' | Changing>,
  wanted: Pick<ApiKey, Changing>,
): NewAuditEntry[] {
  return entryOfChange(
    about('api_key.updated', known.id),
    snakeCased(known, CHANGING),
    snakeCased(wanted, CHANGING),
  );
}

const CHANGING = ['scopes', 'expiresAt', 'requestsPerMinute'] as const;
type Changing = (typeof CHANGING)[number];

export function hasEnded({ expiresAt }: Pick<ApiKey, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

/** Tells whether a key opens its workspace, and no other key has taken its place. */
export function isLive(key: Pick<ApiKey, 'expiresAt' | 'revokedAt' | 'replacedBy'>): boolean {
  return key.revokedAt === null && key.replacedBy === null && !hasEnded(key);
}

export function keyRevoked(id: ApiKeyId): NewAuditEntry {
  return { ...about('api_key.revoked', id), before: { revoked: false }, after: { revoked: true } };
}
