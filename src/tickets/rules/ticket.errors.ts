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

/** 422: to find the page would take more than 2 seconds (decisions, section 2). */
export function filterTooBroad(cause: unknown): DomainError {
  return new DomainError(
    'invalid',
    'filter_too_broad',
    'The list takes too long to find, please ask for fewer tickets: by more or narrower filters, or by an earlier page.',
    [],
    { cause },
  );
}
