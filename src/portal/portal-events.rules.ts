import { ACTIONS, AUDIT_ACTIONS, type AuditAction } from '../events/audit-entry.js';

/** Customers get events of these types, and none about notes. */
export const PORTAL_TYPES = ['comment.created', 'ticket.created', 'ticket.updated'] as const;

const isHeard = (type: string | undefined): boolean =>
  (PORTAL_TYPES as readonly (string | undefined)[]).includes(type);

/** The actions of the audit trail whose events customers get. */
export const HEARD_ACTIONS: readonly AuditAction[] = AUDIT_ACTIONS.filter((action) => {
  const facts = ACTIONS.get(action);
  return isHeard(facts?.type) && facts?.notesOnly !== true;
});

export function isHeardAction(action: AuditAction): boolean {
  return HEARD_ACTIONS.includes(action);
}
