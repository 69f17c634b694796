import { DomainError, refusalsOf } from '../kernel/errors.js';

/** The error 404, also for a customer of another workspace. */
export function customerNotFound(): DomainError {
  return new DomainError('not_found', 'customer_not_found', 'There is no such customer.');
}

export const CUSTOMER_LISTS = refusalsOf('customers', 'by more or narrower filters');
