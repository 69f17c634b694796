import { Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DraftBody } from '../platform/http/requests/draft.js';
import { Operation } from '../platform/routes/operation.js';
import { Representation } from '../platform/http/answers/representation.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { toCustomerDto, toWantedCustomer } from './customer.mapper.js';
import { CustomersService } from './customers.service.js';
import { CreateCustomerDto } from './dto/create-customer.dto.js';
import { CustomerResponse } from './dto/customer.dto.js';

/** Customers of the current version (specification 4.6). */
@ApiTags('Customers')
@Controller('api/external/v2/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  @Operation({
    id: 'createCustomer',
    summary: 'Create a customer',
    scope: 'customers:write',
    description: 'When anything is wrong, such as an address that another customer has, nothing is created.',
    response: CustomerResponse,
    hasBody: true,
    resource: 'created',
  })
  @ApiBody({ type: CreateCustomerDto })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateCustomerDto) body: Draft<CreateCustomerDto>,
  ): Promise<Representation<Wire<CustomerResponse>>> {
    const customer = await this.customers.create(scope, mapDraft(body, toWantedCustomer));
    return new Representation({ customer: toCustomerDto(customer) });
  }
}
