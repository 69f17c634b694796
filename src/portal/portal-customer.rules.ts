import type { HeldCustomer } from '../customers/customer.rules.js';
import type { CustomerId } from '../kernel/ids.js';
import { personName } from '../kernel/text.js';
import type { ActingCustomer } from '../platform/tenancy/acting-customer.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import type { VisibleTo } from '../tickets/read/visible-tickets.sql.js';

/** A customer as it sees itself. */
export interface ShownCustomer {
  readonly id: CustomerId;
  readonly name: string;
  readonly email: string;
}

export function shownCustomer({ id, firstName, lastName, email }: HeldCustomer): ShownCustomer {
  return { id, name: personName(firstName, lastName) ?? email, email };
}

/** Returns the customer whose session sends a request. @throws Error in every other scope */
export function actingIn({ initiator: { customer } }: TenantScope): ActingCustomer {
  if (customer === undefined) throw new Error('A service of customers was called without a session.');
  return customer;
}

/** Says what the session of a scope may see. */
export function visibleIn(scope: TenantScope): VisibleTo {
  const { id: customerId, seesCompany } = actingIn(scope);
  return { customerId, seesCompany };
}
