import { DomainError } from '../../kernel/errors.js';

/** 404, the same for an unknown ticket, another workspace's, and a reference that can name none (decisions, section 2). */
export function ticketNotFound(): DomainError {
  return new DomainError('not_found', 'ticket_not_found', 'There is no such ticket.');
}
