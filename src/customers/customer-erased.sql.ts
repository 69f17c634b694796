import { erasedAddress } from '../platform/features/erasure.js';

/** SQL that tells whether the locked row of a customer still has an address. The row of the address may be older than the lock. */
export const hasAddress = (address: string, customer: string): string =>
  `(${customer}.primary_email <> ${customer}.id || '${erasedAddress('')}' OR ${address}.email_key = ${customer}.primary_email)`;
