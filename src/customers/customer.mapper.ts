import type { Wire } from '../platform/http/answers/wire.js';
import type { CompanyId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import { personName } from '../kernel/text.js';
import type { CreatedCustomer, WantedCustomer } from './customer.rules.js';
import type { CreateCustomerDto, NewCustomerDto } from './dto/create-customer.dto.js';
import type { CustomerDto } from './dto/customer.dto.js';

/** Converts the body of a creation. Absent and undefined properties mean the same. */
export function toWantedCustomer(body: Partial<CreateCustomerDto>): WantedCustomer {
  const customer: Partial<NewCustomerDto> = body.customer ?? {};
  return definedOnly({
    emails: customer.emails,
    firstName: customer.first_name,
    lastName: customer.last_name,
    phones: customer.phones,
    links: customer.links,
    language: customer.language,
    timeZone: customer.time_zone,
    description: customer.description,
    companyId: customer.company_id as CompanyId | undefined,
  });
}

/** Shows a customer to clients (specification 2.4). */
export function toCustomerDto({ id, firstName, lastName, email }: CreatedCustomer): Wire<CustomerDto> {
  return { id, name: personName(firstName, lastName) ?? email, email };
}
