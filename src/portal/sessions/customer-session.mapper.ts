import type { ListedSession } from '../../auth/sessions/session.row.js';
import type { NewSession } from '../../auth/sessions/session.service.js';
import type { CustomerId } from '../../kernel/ids.js';
import { camelCased, definedOnly } from '../../kernel/objects.js';
import type { Page } from '../../kernel/page.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.presenter.js';
import { wire } from '../../platform/http/answers/wire.js';
import type { ShownCustomer } from '../portal-customer.rules.js';
import type { AskedSession } from './customer-sessions.service.js';
import {
  CustomerSessionDto,
  type CreateCustomerSessionDto,
  type CustomerSessionListResponse,
  type CustomerSessionResponse,
} from './dto/customer-session.dto.js';

export function toAskedSession(body: Partial<CreateCustomerSessionDto>): AskedSession {
  const { customerId, origins, ...others } = definedOnly(camelCased(body));
  return {
    ...others,
    ...(customerId !== undefined && { customerId: customerId.toLowerCase() as CustomerId }),
    ...(origins !== undefined && { origins: origins as string[] }),
  };
}

export function toSessionResponse({
  id,
  token,
  customer,
  expiresAt,
}: NewSession & { readonly customer: ShownCustomer }): Wire<CustomerSessionResponse> {
  return { customer_session: { id, token, customer: { ...customer }, expires_at: expiresAt.toISOString() } };
}

export function toSessionListResponse(page: Page<ListedSession>): Wire<CustomerSessionListResponse> {
  return {
    customer_sessions: page.items.map((session) =>
      wire(CustomerSessionDto, session, { company: session.seesCompany, origins: [...session.origins] }),
    ),
    pagination: toPaginationDto(page),
  };
}
