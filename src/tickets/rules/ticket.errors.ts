import { DomainError } from '../../kernel/errors.js';
import { refusalsOf } from '../../kernel/list.errors.js';

/** 404, the same for an unknown ticket, another workspace's, and a reference that can name none (decisions, section 2). */
export function ticketNotFound(): DomainError {
  return new DomainError('not_found', 'ticket_not_found', 'There is no such ticket.');
}

export const TICKET_LISTS = refusalsOf('tickets', 'by more or narrower filters, or by an earlier page');
