import { Injectable } from '@nestjs/common';
import { authenticationFailed } from '../auth/auth.errors.js';
import { primaryAddress, type HeldCustomer } from '../customers/customer.rules.js';
import { CustomersService } from '../customers/customers.service.js';
import type { OpenForm } from '../forms/settings/form.rules.js';
import { FormsService } from '../forms/settings/forms.service.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { actingIn, shownCustomer, type ShownCustomer } from './portal-customer.rules.js';

export interface PortalMe {
  readonly customer: ShownCustomer;
  readonly expiresAt: Date;
  readonly forms: readonly OpenForm[];
}

/** Tells the customer of a session who it is, and which forms there are [rule 30]. */
@Injectable()
export class PortalMeService {
  constructor(
    private readonly customers: CustomersService,
    private readonly forms: FormsService,
  ) {}

  async get(scope: TenantScope): Promise<PortalMe> {
    const { id, expiresAt } = actingIn(scope);
    const found = await this.customers.get(scope, id);
    const customer = shownCustomer({ ...found, email: primaryAddress(found) });
    const { forms: published } = await this.forms.listPublished(scope);
    const forms: OpenForm[] = [];
    for (const { slug } of published) forms.push(await this.forms.open(scope, slug));
    return { customer, expiresAt, forms };
  }

  /**
   * Keeps the customer from being erased until the unit of work ends. Its writes come by its id: somebody else may have got its address.
   * @throws authentication_failed when it is erased, for its session has ended
   */
  async hold(inner: InnerScope): Promise<HeldCustomer & { readonly type: 'customer' }> {
    const customer = await this.customers.hold(inner, actingIn(inner).id);
    if (customer === null) throw authenticationFailed();
    return { type: 'customer', ...customer };
  }
}
