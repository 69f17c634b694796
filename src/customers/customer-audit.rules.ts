import type { NewAuditEntry } from '../events/audit-entry.js';
import type { CustomerId } from '../kernel/ids.js';
import type { NewAddress, NewCustomer } from './customer.rules.js';

/** The properties of a new customer that the audit trail records, without the place of each address in the request. */
export type GivenCustomer = Partial<Omit<NewCustomer, 'emails'>> & {
  readonly emails: readonly Omit<NewAddress, 'path'>[];
};

/** The audit entry about a new customer: the properties that were given, named as in the request. */
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
