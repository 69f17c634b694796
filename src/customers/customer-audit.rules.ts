import type { NewAuditEntry } from '../audit/audit-entry.js';
import type { CustomerId } from '../kernel/ids.js';
import type { NewAddress, NewCustomer } from './customer.rules.js';

/** What may be known of a new customer; where an address stood in a request does not matter. */
export type GivenCustomer = Partial<Omit<NewCustomer, 'emails'>> & {
  readonly emails: readonly Omit<NewAddress, 'path'>[];
};

/** The entry of the audit trail about a new customer: what was given, in the words of the request. */
export function customerCreated(id: CustomerId, customer: GivenCustomer): NewAuditEntry {
  const { emails, firstName, lastName, phones = [], links = [], language, timeZone } = customer;
  const given = {
    emails: emails.map(({ email, isPrimary }) => ({ email, primary: isPrimary })),
    first_name: firstName,
    last_name: lastName,
    phones: phones.length === 0 ? null : phones,
    links: links.length === 0 ? null : links,
    language,
    time_zone: timeZone,
    description: customer.description,
    company_id: customer.companyId,
  };
  const after = Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? null) !== null));
  return { action: 'customer.created', subject: { type: 'customer', id }, before: null, after };
}
