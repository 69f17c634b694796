import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import type { OpenForm } from '../forms/settings/form.rules.js';
import { FormsService } from '../forms/settings/forms.service.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
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
    const customer = shownCustomer(await this.customers.get(scope, id));
    const { forms: published } = await this.forms.listPublished(scope);
    const forms: OpenForm[] = [];
    for (const { slug } of published) forms.push(await this.forms.open(scope, slug));
    return { customer, expiresAt, forms };
  }
}
