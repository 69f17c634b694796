import { Injectable } from '@nestjs/common';
import type { ListedSession } from '../../auth/sessions/session.row.js';
import { SessionService, type NewSession } from '../../auth/sessions/session.service.js';
import type { HeldCustomer } from '../../customers/customer.rules.js';
import { CustomersService } from '../../customers/customers.service.js';
import { invalidRequest, Problems, refuseIfAny, type Checked } from '../../kernel/errors.js';
import type { CustomerId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { foldEmail } from '../../kernel/text.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { shownCustomer, type ShownCustomer } from '../portal-customer.rules.js';
import { PortalRepository } from '../portal.repository.js';

/** A session as a server asks for it. */
export interface AskedSession {
  readonly customerId?: CustomerId;
  readonly email?: string;
  readonly name?: string;
  readonly expiresIn?: number;
  readonly origins?: readonly string[];
  readonly company?: boolean;
}

const DEFAULT_SECONDS = 3_600;
const ERASED = { path: 'email', message: 'is the address of an erased customer' };

/** Makes, lists and ends sessions of customers for servers [rule 30]. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly customers: CustomersService,
    private readonly portal: PortalRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Makes a session, and the customer when nobody has the address. @throws invalid_request with every problem */
  create(
    scope: TenantScope,
    { value, problems: already }: Checked<AskedSession>,
  ): Promise<NewSession & { readonly customer: ShownCustomer }> {
    const { expiresIn = DEFAULT_SECONDS, origins = [], company = false } = value;
    return this.unitOfWork.run(scope, async (inner) => {
      const problems = new Problems(already);
      const customer = await this.customerOf(inner, value, problems);
      const wanted = {
        customerId: customer.id,
        origins: [...new Set(origins)],
        seesCompany: company,
        lastsSeconds: expiresIn,
      };
      const made = await this.sessions.create(inner, wanted);
      return { ...made, customer: shownCustomer(customer) };
    });
  }

  page(scope: TenantScope, customerId: CustomerId, request: PageRequest): Promise<Page<ListedSession>> {
    return this.sessions.page(scope, customerId, request);
  }

  /** @throws customer_session_not_found */
  end(scope: TenantScope, id: string): Promise<void> {
    return this.sessions.end(scope, id);
  }

  endAllOf(scope: TenantScope, customerId: CustomerId): Promise<number> {
    return this.sessions.endAllOf(scope, customerId);
  }

  /** Finds or makes the one customer that a request names. It is not erased before its session is there. @throws invalid_request with every problem */
  private async customerOf(
    inner: InnerScope,
    { customerId, email, name }: AskedSession,
    problems: Problems,
  ): Promise<HeldCustomer> {
    const isNamed = (path: string): boolean => problems.has(path);
    if (customerId !== undefined && email !== undefined)
      problems.add('email', 'must be absent when there is a customer_id');
    if (customerId === undefined && email === undefined && !isNamed('customer_id') && !isNamed('email'))
      problems.add('customer_id', 'is required, or email in its place');
    if (email !== undefined && (await this.portal.isMember(inner, foldEmail(email))))
      problems.add('email', 'is the address of an active team member');
    const known = customerId && (await this.customers.hold(inner, customerId));
    if (known === null) problems.add('customer_id', 'is not the id of a customer');
    refuseIfAny(problems);
    if (known) return known;
    const id = await this.customers.findOrCreate(inner, { email: email ?? '', name });
    const customer = await this.customers.hold(inner, id);
    if (customer === null) throw invalidRequest(new Problems([ERASED]));
    return customer;
  }
}
