import type { AuditedState, NewAuditEntry } from '../events/audit-entry.js';
import { entryOfChange } from '../events/audit-entry.rules.js';
import type { CustomerId } from '../kernel/ids.js';
import type { CustomerRow, NewAddress, NewCustomer } from './customer.rules.js';

/** The properties of a new customer that the audit trail records. */
export type GivenCustomer = Partial<Omit<NewCustomer, 'emails'>> & {
  readonly emails: readonly Omit<NewAddress, 'path'>[];
};

/** One entry with the properties that were given, named as in the request. */
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

/** One entry with the properties that differ, or none. */
export function customerUpdated(before: CustomerRow, after: CustomerRow): NewAuditEntry[] {
  const about = { action: 'customer.updated', subject: { type: 'customer', id: after.id } } as const;
  return entryOfChange(about, stateOf(before), stateOf(after));
}

const LISTS = ['emails', 'phones', 'links'] as const;

/** The lists that an entry says to have changed. */
export function changedLists(entries: readonly NewAuditEntry[]): ReadonlySet<(typeof LISTS)[number]> {
  return new Set(LISTS.filter((list) => entries.some(({ after }) => after !== null && list in after)));
}

function stateOf({ emails, phones, links, company, ...customer }: CustomerRow): AuditedState {
  return {
    emails: emails.map(({ email, isPrimary }) => ({ email, primary: isPrimary })),
    first_name: customer.firstName,
    last_name: customer.lastName,
    phones: phones.map(({ phone, label }) => ({ phone, label })),
    links: links.map(({ url, label }) => ({ url, label })),
    language: customer.language,
    time_zone: customer.timeZone,
    description: customer.description,
    company_id: company?.id ?? null,
  };
}
