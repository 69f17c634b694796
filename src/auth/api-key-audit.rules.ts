import type { NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { ApiKeyId } from '../kernel/ids.js';
import type { KeyMember } from './api-key.rules.js';
import type { ApiKey } from './entities/api-key.entity.js';

/** The properties of a key that the audit trail records: nothing of the secret. */
type Key = Pick<ApiKey, 'name' | 'expiresAt' | 'scopes' | 'requestsPerMinute'>;

/** The audit entry of a new key. */
export function keyCreated(
  id: ApiKeyId,
  key: Key,
  member: Omit<KeyMember, 'isActive'> | null,
): NewAuditEntry {
  const { name, expiresAt, scopes, requestsPerMinute } = key;
  const after = {
    ...{ name, expires_at: expiresAt, scopes, requests_per_minute: requestsPerMinute },
    ...(member && { team_member: { id: member.id, name: member.name, email: member.email } }),
  };
  return { action: 'api_key.created', subject: subjectOf(id), before: null, after };
}

/** The audit entry of a key that was replaced. The new key has an entry of its own. */
export function keyRotated(
  { id, expiresAt }: Pick<ApiKey, 'id' | 'expiresAt'>,
  rotated: { readonly replacedBy: ApiKeyId; readonly expiresAt: Date },
): NewAuditEntry {
  return {
    action: 'api_key.rotated',
    subject: subjectOf(id),
    before: { expires_at: expiresAt, replaced_by: null },
    after: { expires_at: rotated.expiresAt, replaced_by: rotated.replacedBy },
  };
}

/** The audit entry of a key whose limit was changed. Empty when the limit stays. */
export function keyLimited(
  { id, requestsPerMinute }: Pick<ApiKey, 'id' | 'requestsPerMinute'>,
  limit: number | null,
): NewAuditEntry[] {
  const about = { action: 'api_key.limited', subject: subjectOf(id) } as const;
  return entryOfChange(about, { requests_per_minute: requestsPerMinute }, { requests_per_minute: limit });
}

/** The audit entry of a revoked key. */
export function keyRevoked(id: ApiKeyId): NewAuditEntry {
  return {
    action: 'api_key.revoked',
    subject: subjectOf(id),
    before: { revoked: false },
    after: { revoked: true },
  };
}

function subjectOf(id: ApiKeyId): NewAuditEntry['subject'] {
  return { type: 'api_key', id };
}
