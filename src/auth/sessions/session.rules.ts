import { about, type NewAuditEntry } from '../../events/audit-entry.js';
import type { EndedSession, ListedSession } from './session.row.js';

/** Makes the audit entry of a new session, which has nothing of its token. */
export function sessionCreated({
  id,
  customerId,
  origins,
  seesCompany,
  expiresAt,
}: Omit<ListedSession, 'createdAt' | 'apiKeyId'>): NewAuditEntry {
  const after = { customer_id: customerId, origins, company: seesCompany, expires_at: expiresAt };
  return { ...about('customer_session.created', id), before: null, after };
}

export function sessionEnded({ id, customerId }: EndedSession): NewAuditEntry {
  return {
    ...about('customer_session.ended', id),
    before: { customer_id: customerId, ended: false },
    after: { customer_id: customerId, ended: true },
  };
}
