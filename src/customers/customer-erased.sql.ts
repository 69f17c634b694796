import { erasedAddress } from '../platform/features/erasure.js';

/** SQL for whether a locked customer has an address whose row was read before it was locked: an erased customer has only that of nobody. */
export const hasAddress = (address: string, customer: string): string =>
  `(${customer}.primary_email <> ${customer}.id || '${erasedAddress('')}' OR ${address}.email_key = ${customer}.primary_email)`;
