import { erasedAddress } from '../platform/features/erasure.js';

/**
 * SQL that tells whether the locked row of a customer still has an address. The row of the address may be older than the lock. So an erased
 * customer has it only when it is the primary one, or when the customer is as it was when the statement began: it may have got another one.
 */
export const hasAddress = (address: string, customer: string): string =>
  `(${customer}.primary_email <> ${customer}.id || '${erasedAddress('')}' OR ${address}.email_key = ${customer}.primary_email
      OR ${customer}.updated_at = (SELECT seen.updated_at FROM customers seen WHERE seen.workspace_id = $1 AND seen.id = ${customer}.id))`;
