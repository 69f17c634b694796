import { DomainError } from '../kernel/errors.js';

/** 404. The same for an unknown id, an id of another workspace, and a text that is no id (decisions, section 2). */
export function ticketFieldNotFound(): DomainError {
  return new DomainError('not_found', 'ticket_field_not_found', 'There is no such ticket field.');
}

/** 422: only an inactive field can be deleted (specification 3.1). */
export function ticketFieldActive(): DomainError {
  return new DomainError(
    'invalid',
    'ticket_field_active',
    'The ticket field is active: set its state to inactive before deleting it.',
    [{ path: 'field_id', message: 'is the id of an active field; only inactive ones can be deleted' }],
  );
}
