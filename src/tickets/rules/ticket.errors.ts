import { DomainError } from '../../kernel/errors.js';

/** 404, the same for an unknown ticket, another workspace's, and a reference that can name none (decisions, section 2). */
export function ticketNotFound(): DomainError {
  return new DomainError('not_found', 'ticket_not_found', 'There is no such ticket.');
}

/** 422: the texts of the page are more than a process holds for one workspace. `size` is that of a page that fits. */
export function pageTooLarge(size: number): DomainError {
  return new DomainError(
    'invalid',
    'page_too_large',
    `The tickets of this page are too large to be sent together, please ask for page_size=${size}.`,
    [{ path: 'page_size', message: `must be at most ${size} for these tickets` }],
  );
}
