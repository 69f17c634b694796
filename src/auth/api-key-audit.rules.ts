import type { NewAuditEntry } from '../audit/audit-entry.js';
import type { ApiKeyId } from '../kernel/ids.js';

/** What the audit trail says of a key; nothing of the key itself. */
interface Key {
  readonly name: string;
  readonly expiresAt: Date | null;
  /** Null: everything. */
  readonly scopes: readonly string[] | null;
  /** Null: what its workspace says. */
  readonly requestsPerMinute: number | null;
}

/** The entry of the audit trail about a new key. */
export function keyCreated(id: ApiKeyId, key: Key): NewAuditEntry {
  const { name, expiresAt, scopes, requestsPerMinute } = key;
  const after = { name, expires_at: expiresAt, scopes, requests_per_minute: requestsPerMinute };
  return { action: 'api_key.created', subject: { type: 'api_key', id }, before: null, after };
}

/** About one that another key takes the place of, which has an entry of its own. */
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

/** About one that may be used more or less than before; none when its limit stays. */
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

/** About a revoked one. */
export function keyRevoked(id: ApiKeyId): NewAuditEntry {
  const subject = { type: 'api_key', id } as const;
  return { action: 'api_key.revoked', subject, before: { revoked: false }, after: { revoked: true } };
}
