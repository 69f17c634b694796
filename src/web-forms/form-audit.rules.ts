import type { NewAuditEntry } from '../events/audit-entry.js';
import type { OpenForm } from '../forms/form.rules.js';
import type { TicketId } from '../kernel/ids.js';

/** The entry about a form that was sent. It is about the ticket, so that it stands behind that ticket's own entry. */
export function formSubmitted(
  { id, slug }: Pick<OpenForm, 'id' | 'slug'>,
  ticketId: TicketId,
): NewAuditEntry {
  return {
    action: 'form.submitted',
    subject: { type: 'ticket', id: ticketId },
    before: null,
    after: { form_id: id, slug },
  };
}
