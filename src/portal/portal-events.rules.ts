import type { AuditEntry } from '../events/entities/audit-entry.entity.js';
import { ACTIONS, AUDIT_ACTIONS, type AuditAction } from '../events/audit-entry.js';

/** Customers get events of these types, and none about notes. */
export const PORTAL_TYPES = ['comment.created', 'ticket.created', 'ticket.updated'] as const;

type PortalType = (typeof PORTAL_TYPES)[number];

/** No `ticket.updated` stands beside these events. To a customer they say that the ticket has another status, when it has one. */
const CHANGES_OF_STATUS: readonly AuditAction[] = ['ticket.follow_up_due', 'ticket.merged'];

/** The actions of the audit trail whose events customers get. */
export const HEARD_ACTIONS: readonly AuditAction[] = AUDIT_ACTIONS.filter(
  (action) => portalTypeOf(action) !== null && ACTIONS.get(action)?.notesOnly !== true,
);

/** Tells whether customers who see the ticket of an event get it: changes of a ticket only when they name its status. */
export function isForCustomers({ action, after }: Pick<AuditEntry, 'action' | 'after'>): boolean {
  return (
    HEARD_ACTIONS.includes(action) && (action === 'comment.created' || Object.hasOwn(after ?? {}, 'status'))
  );
}

/** Finds the type of the event by which customers hear of an action; null when they do not. */
export function portalTypeOf(action: AuditAction): PortalType | null {
  if (CHANGES_OF_STATUS.includes(action)) return 'ticket.updated';
  return PORTAL_TYPES.find((type) => type === ACTIONS.get(action)?.type) ?? null;
}
