import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { Representation, type Resource, type Wire } from '../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../platform/http/answers/pagination.presenter.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { mapInput, type Checked } from '../kernel/errors.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  toCreatedCustomerResponse,
  toCustomerFilter,
  toCustomerRecord,
  toCustomerRecordResponse,
  toWantedCustomer,
} from './customer.mapper.js';
import { CustomersService } from './customers.service.js';
import {
  CUSTOMER_CREATED,
  CustomerListResponse,
  CustomerRecordResponse,
  CustomerResponse,
  LegacyCustomerResponse,
  ListCustomersQuery,
} from './dto/customer.dto.js';
import { CreateCustomerDto, UpdateCustomerDto } from './dto/save-customer.dto.js';

const CustomerId = PathParameter('customer_id', 'Id of the customer.');

/** Customers of the current version [spec 4.6] [rule 13]. */
@ApiTags('Customers')
@Controller('api')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Get('external/v2/customers')
  @Operation({
    id: 'listCustomers',
    summary: 'List customers',
    needs: 'customers:read',
    description: 'Lists customers, the newest first. All filters can be combined.',
    response: CustomerListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListCustomersQuery) query: Checked<ListCustomersQuery>,
  ): Promise<Wire<CustomerListResponse>> {
    const filter = mapInput(query, toCustomerFilter);
    const page = await this.customers.page(scope, filter, toPageRequest(query.value));
    return { customers: page.items.map(toCustomerRecord), pagination: toPaginationDto(page) };
  }

  @Get('external/v2/customers/:customer_id')
  @Operation({
    id: 'getCustomer',
    summary: 'Get one customer',
    needs: 'customers:read',
    response: CustomerRecordResponse,
    resource: 'read',
  })
  async get(@Tenant() scope: TenantScope, @CustomerId id: string): Promise<Resource<CustomerRecordResponse>> {
    return new Representation(toCustomerRecordResponse(await this.customers.get(scope, id)));
  }

  @Post('external/v2/customers')
  @Operation({
    id: 'createCustomer',
    summary: 'Create a customer',
    needs: 'customers:write',
    description: 'When anything is wrong, such as an address that another customer has, nothing is created.',
    response: CustomerResponse,
    hasBody: true,
    resource: 'created',
    alsoAt: [
      {
        at: Post('v1/public/customers'),
        id: 'createCustomerLegacy',
        summary: 'Create a customer (older version)',
        response: LegacyCustomerResponse,
        without: ['resource'],
        answers: (): Wire<LegacyCustomerResponse> => ({ notice_code: CUSTOMER_CREATED }),
        deprecated: true,
      },
    ],
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(CreateCustomerDto) body: Checked<CreateCustomerDto>,
  ): Promise<Resource<CustomerResponse>> {
    const customer = await this.customers.create(scope, mapInput(body, toWantedCustomer));
    return new Representation(toCreatedCustomerResponse(customer), toCustomerRecordResponse(customer));
  }

  @Patch('external/v2/customers/:customer_id')
  @Operation({
    id: 'updateCustomer',
    summary: 'Update a customer',
    needs: 'customers:write',
    description:
      'Changes the properties in the request; all others stay. `emails`, `phones` and `links` replace the whole list. A refused ' +
      'request changes nothing.',
    response: CustomerRecordResponse,
    hasBody: true,
    resource: 'changed',
    reread: (customers: CustomersController, scope, id) => customers.get(scope, id),
  })
  async update(
    @Tenant() scope: TenantScope,
    @CustomerId id: string,
    @CheckedBody(UpdateCustomerDto) body: Checked<UpdateCustomerDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<CustomerRecordResponse>> {
    const wanted = mapInput(body, toWantedCustomer);
    const customer = await this.customers.update(scope, id, wanted, conditions.on(toCustomerRecordResponse));
    return new Representation(toCustomerRecordResponse(customer));
  }
}
