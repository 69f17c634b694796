import type { Wire } from '../platform/http/answers/answer.dto.js';
import { toAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import type { CompanyId } from '../kernel/ids.js';
import { camelCased, definedOnly } from '../kernel/objects.js';
import { foldEmail, personName } from '../kernel/text.js';
import { primaryAddress, type CustomerRow, type WantedCustomer } from './customer.rules.js';
import type { CustomerFilter } from './customer-list.sql.js';
import type { CustomerRecordDto, CustomerResponse, ListCustomersQuery } from './dto/customer.dto.js';
import type { CreateCustomerDto, UpdateCustomerDto } from './dto/save-customer.dto.js';

export function toWantedCustomer(body: Partial<CreateCustomerDto | UpdateCustomerDto>): WantedCustomer {
  return definedOnly(camelCased(body.customer ?? {})) as WantedCustomer;
}

export function toCustomerFilter({ email, company_id: companyId, q }: ListCustomersQuery): CustomerFilter {
  return definedOnly({
    emailKey: email === undefined ? undefined : foldEmail(email),
    companyId: companyId?.toLowerCase() as CompanyId | undefined,
    prefix: q?.trim(),
  });
}

/** Makes the answer to a creation [spec 2.4]. */
export function toCreatedCustomerResponse(customer: CustomerRow): Wire<CustomerResponse> {
  return { customer: { id: customer.id, name: nameOf(customer), email: primaryAddress(customer) } };
}

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

/** Makes the answer to `GET` of one customer, from which all entity tags of the customer are made. */
export const toCustomerRecordResponse = toAnswerOf('customer', toCustomerRecord);

function nameOf(customer: CustomerRow): string {
  return personName(customer.firstName, customer.lastName) ?? primaryAddress(customer);
}
