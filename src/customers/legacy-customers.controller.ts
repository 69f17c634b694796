import { Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DraftBody } from '../platform/http/requests/draft.js';
import { Operation } from '../platform/routes/operation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { toWantedCustomer } from './customer.mapper.js';
import { CustomersService } from './customers.service.js';
import { CreateCustomerDto } from './dto/create-customer.dto.js';
import { CUSTOMER_CREATED, LegacyCustomerResponse } from './dto/customer.dto.js';

/** Customers of the older public version (specification 4.6, legacy variant). */
@ApiTags('Legacy')
@Controller('api/v1/public/customers')
export class LegacyCustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  @Operation({
    id: 'createCustomerLegacy',
    summary: 'Create a customer (older version)',
    scope: 'customers:write',
    response: LegacyCustomerResponse,
    hasBody: true,
    deprecated: true,
  })
  @ApiBody({ type: CreateCustomerDto })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateCustomerDto) body: Draft<CreateCustomerDto>,
  ): Promise<Wire<LegacyCustomerResponse>> {
    await this.customers.create(scope, mapDraft(body, toWantedCustomer));
    return { notice_code: CUSTOMER_CREATED };
  }
}
