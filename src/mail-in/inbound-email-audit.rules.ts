import type { NewAuditEntry } from '../events/audit-entry.js';
import type { InboundEmailId } from '../kernel/ids.js';
import type { Release } from './entities/inbound-email.entity.js';
import type { MailTicket } from './judging/judgement.rules.js';

type Subject = Pick<MailTicket, 'id' | 'number'>;

/** Makes the entry about a mail that a person has to look at. It has no word of the mail. */
export function emailSuspended(id: InboundEmailId, reason: string, ticket: Subject | null): NewAuditEntry {
  return { ...aboutEmail('email.suspended', id), after: { reason, ticket: shown(ticket) } };
}

export function emailBounced(id: InboundEmailId, ticket: Subject | null): NewAuditEntry {
  return { ...aboutEmail('email.bounced', id), after: { reason: 'bounce', ticket: shown(ticket) } };
}

export function emailReleased(id: InboundEmailId, reason: string | null, wish: Release): NewAuditEntry {
  const after = { state: 'pending', reason: null, as: wish.as, ticket_id: wish.ticketId };
  return { ...aboutEmail('email.released', id), before: { state: 'suspended', reason }, after };
}

export function emailDeleted(id: InboundEmailId, state: string): NewAuditEntry {
  return { ...aboutEmail('email.deleted', id), before: { state }, after: { state: 'deleted' } };
}

function aboutEmail<Action extends NewAuditEntry['action']>(
  action: Action,
  id: InboundEmailId,
): Pick<NewAuditEntry, 'subject' | 'before'> & { readonly action: Action } {
  return { action, subject: { type: 'inbound_email', id }, before: null };
}

function shown(ticket: Subject | null): Subject | null {
  return ticket && { id: ticket.id, number: ticket.number };
}
