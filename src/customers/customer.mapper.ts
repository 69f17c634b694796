import type { Wire } from '../platform/http/answers/wire.js';
import type { CompanyId } from '../kernel/ids.js';
import { definedOnly } from '../kernel/objects.js';
import { foldEmail, personName } from '../kernel/text.js';
import { primaryAddress, type CustomerRow, type WantedCustomer } from './customer.rules.js';
import type { CustomerFilter } from './customer-list.sql.js';
import type { CustomerRecordDto, CustomerRecordResponse, CustomerResponse } from './dto/customer.dto.js';
import type { ListCustomersQuery } from './dto/list-customers.query.js';
import type {
  CreateCustomerDto,
  CustomerChangesDto,
  NewCustomerDto,
  UpdateCustomerDto,
} from './dto/save-customer.dto.js';

/** Converts the body of a creation or an update. Absent and undefined properties mean the same. */
export function toWantedCustomer(body: Partial<CreateCustomerDto | UpdateCustomerDto>): WantedCustomer {
  const customer: Partial<NewCustomerDto> | CustomerChangesDto = body.customer ?? {};
  return definedOnly({
    emails: customer.emails,
    firstName: customer.first_name,
    lastName: customer.last_name,
    phones: customer.phones,
    links: customer.links,
    language: customer.language,
    timeZone: customer.time_zone,
    description: customer.description,
    companyId: customer.company_id as CompanyId | null | undefined,
  });
}

export function toCustomerFilter({ email, company_id: companyId, q }: ListCustomersQuery): CustomerFilter {
  return definedOnly({
    emailKey: email === undefined ? undefined : foldEmail(email),
    companyId: companyId?.toLowerCase() as CompanyId | undefined,
    prefix: q === undefined ? undefined : foldEmail(q.trim()),
  });
}

/** Shows a customer in the answer to its creation (specification 2.4). */
export function toCreatedCustomerResponse(customer: CustomerRow): Wire<CustomerResponse> {
  return { customer: { id: customer.id, name: nameOf(customer), email: primaryAddress(customer) } };
}

/** Shows everything of a customer (extensions, section 13). */
export function toCustomerRecord(customer: CustomerRow): Wire<CustomerRecordDto> {
  return {
    id: customer.id,
    name: nameOf(customer),
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: primaryAddress(customer),
    emails: customer.emails.map(({ email, isPrimary }) => ({ email, primary: isPrimary })),
    phones: customer.phones.map(({ phone, label }) => ({ phone, label })),
    links: customer.links.map(({ url, label }) => ({ url, label })),
    language: customer.language,
    time_zone: customer.timeZone,
    description: customer.description,
    company: customer.company && { id: customer.company.id, name: customer.company.name },
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
  };
}

/** The answer to `GET` of one customer. Its entity tag is made from this, also in other answers. */
export function toCustomerRecordResponse(customer: CustomerRow): Wire<CustomerRecordResponse> {
  return { customer: toCustomerRecord(customer) };
}

function nameOf(customer: CustomerRow): string {
  return personName(customer.firstName, customer.lastName) ?? primaryAddress(customer);
}
