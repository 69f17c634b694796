import { DomainError } from '../kernel/errors.js';
import { isUuid, type CustomerId } from '../kernel/ids.js';

/** 404, the same for an unknown customer, another workspace's, and what can be no id. */
export function customerNotFound(): DomainError {
  return new DomainError('not_found', 'customer_not_found', 'There is no such customer.');
}

/** The id of a customer in a path, in lower case. */
export function customerIdOf(reference: string): CustomerId {
  if (!isUuid(reference)) throw customerNotFound();
  return reference.toLowerCase() as CustomerId;
}

/** 422: not even half of the room for answers holds the page; one of `size` customers fits. */
export function pageTooLarge(size: number): DomainError {
  return new DomainError(
    'invalid',
    'page_too_large',
    `The customers of this page are too large to be sent together, please ask for page_size=${size}.`,
    [{ path: 'page_size', message: `must be at most ${size} for these customers` }],
  );
}

/** 422: to find the page would take more than 2 seconds (decisions, section 2). */
export function filterTooBroad(cause: unknown): DomainError {
  return new DomainError(
    'invalid',
    'filter_too_broad',
    'The list takes too long to find, please ask for fewer customers: by more or narrower filters.',
    [],
    { cause },
  );
}
