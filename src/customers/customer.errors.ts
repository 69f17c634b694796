import { DomainError } from '../kernel/errors.js';
import { refusalsOf } from '../kernel/list.errors.js';
import { isUuid, type CustomerId } from '../kernel/ids.js';

/** 404, the same for an unknown customer, another workspace's, and what can be no id. */
export function customerNotFound(): DomainError {
  return new DomainError('not_found', 'customer_not_found', 'There is no such customer.');
}

/** The id in a path, in lower case. */
export function customerIdOf(reference: string): CustomerId {
  if (!isUuid(reference)) throw customerNotFound();
  return reference.toLowerCase() as CustomerId;
}

export const CUSTOMER_LISTS = refusalsOf('customers', 'by more or narrower filters');
