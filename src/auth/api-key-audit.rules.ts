import type { NewAuditEntry } from '../events/audit-entry.js';
import type { ApiKeyId } from '../kernel/ids.js';

/** What the audit trail records of a key. It holds nothing of the secret. */
interface Key {
  readonly name: string;
  readonly expiresAt: Date | null;
  /** Null: everything. */
  readonly scopes: readonly string[] | null;
  /** Null: the limit of its workspace. */
  readonly requestsPerMinute: number | null;
}

/** The team member for whom a key speaks. */
interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The audit entry of a new key. */
export function keyCreated(id: ApiKeyId, key: Key, member: Member | null): NewAuditEntry {
  const { name, expiresAt, scopes, requestsPerMinute } = key;
  const after = {
    ...{ name, expires_at: expiresAt, scopes, requests_per_minute: requestsPerMinute },
    ...(member && { team_member: { id: member.id, name: member.name, email: member.email } }),
  };
  return { action: 'api_key.created', subject: { type: 'api_key', id }, before: null, after };
}

/** The audit entry of a key that was replaced. The new key has an entry of its own. */
export function keyRotated(
  { id, expiresAt }: { readonly id: ApiKeyId; readonly expiresAt: Date | null },
  rotated: { readonly replacedBy: ApiKeyId; readonly expiresAt: Date },
): NewAuditEntry {
  return {
    action: 'api_key.rotated',
    subject: { type: 'api_key', id },
    before: { expires_at: expiresAt, replaced_by: null },
    after: { expires_at: rotated.expiresAt, replaced_by: rotated.replacedBy },
  };
}

/** The audit entry of a key whose limit was changed. Empty when the limit stays. */
export function keyLimited(
  { id, requestsPerMinute: before }: Pick<Key, 'requestsPerMinute'> & { readonly id: ApiKeyId },
  after: number | null,
): NewAuditEntry[] {
  if (before === after) return [];
  return [
    {
      action: 'api_key.limited',
      subject: { type: 'api_key', id },
      before: { requests_per_minute: before },
      after: { requests_per_minute: after },
    },
  ];
}

/** The audit entry of a revoked key. */
export function keyRevoked(id: ApiKeyId): NewAuditEntry {
  const subject = { type: 'api_key', id } as const;
  return { action: 'api_key.revoked', subject, before: { revoked: false }, after: { revoked: true } };
}
