import { type AuditedState, type NewAuditEntry, about, entryOfChange } from '../events/audit-entry.js';
import type { CustomerId } from '../kernel/ids.js';
import { snakeCased } from '../kernel/objects.js';
import {
  LISTS,
  type CustomerLists,
  type CustomerRow,
  type NewAddress,
  type NewCustomer,
} from './customer.rules.js';

const TEXTS = ['firstName', 'lastName', 'language', 'timeZone', 'description'] as const;

type GivenCustomer = Partial<Omit<NewCustomer, 'emails'>> & {
  readonly emails: readonly Omit<NewAddress, 'path'>[];
};

/** Makes the entry about a new customer, with the properties that were given. */
export function customerCreated(id: CustomerId, customer: GivenCustomer): NewAuditEntry {
  const { emails, phones = [], links = [] } = customer;
  const given = {
    ...snakeCased(customer, [...TEXTS, 'companyId']),
    emails: emails.map(({ email, isPrimary }) => ({ email, primary: isPrimary })),
    phones: phones.length === 0 ? null : phones,
    links: links.length === 0 ? null : links,
  };
  const after = Object.fromEntries(Object.entries(given).filter(([, value]) => (value ?? null) !== null));
  return { ...about('customer.created', id), before: null, after };
}

export function customerUpdated(before: CustomerRow, after: CustomerRow): NewAuditEntry[] {
  return entryOfChange(about('customer.updated', after.id), stateOf(before), stateOf(after));
}

export function changedLists(entries: readonly NewAuditEntry[]): CustomerLists {
  return new Set([...LISTS].filter((list) => entries.some(({ after }) => after !== null && list in after)));
}

function stateOf({ emails, phones, links, company, ...customer }: CustomerRow): AuditedState {
  return {
    ...snakeCased(customer, TEXTS),
    emails: emails.map(({ email, isPrimary }) => ({ email, primary: isPrimary })),
    phones: phones.map(({ phone, label }) => ({ phone, label })),
    links: links.map(({ url, label }) => ({ url, label })),
    company_id: company?.id ?? null,
  };
}
