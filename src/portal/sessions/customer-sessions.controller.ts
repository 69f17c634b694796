import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { sessionNotFound } from '../../auth/sessions/session.service.js';
import { mapInput, Problems, refuseIfAny, type Checked } from '../../kernel/errors.js';
import type { CustomerId } from '../../kernel/ids.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { CheckedBody, CheckedQuery, PathParameter } from '../../platform/http/requests/checked-input.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { toAskedSession, toSessionListResponse, toSessionResponse } from './customer-session.mapper.js';
import { CustomerSessionsService } from './customer-sessions.service.js';
import {
  CreateCustomerSessionDto,
  CustomerSessionListResponse,
  CustomerSessionResponse,
  EndCustomerSessionsQuery,
  ListCustomerSessionsQuery,
} from './dto/customer-session.dto.js';

/** Sessions of customers, for the server of a product [rule 30]. */
@ApiTags('Customer portal')
@Controller('api/external/v2/customer-sessions')
export class CustomerSessionsController {
  constructor(private readonly sessions: CustomerSessionsService) {}

  @Post()
  @Operation({
    id: 'createCustomerSession',
    summary: 'Make a session of a customer',
    needs: 'customers:impersonate',
    description:
      'Answers a token that is this one customer, for the operations of customers and for no other. A key has the scope only when it names it. ' +
      'The answer shows a secret, so the route refuses `Idempotency-Key`.',
    response: CustomerSessionResponse,
    status: 201,
    hasBody: true,
    keepsNoReply: true,
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(CreateCustomerSessionDto) body: Checked<CreateCustomerSessionDto>,
  ): Promise<Wire<CustomerSessionResponse>> {
    return toSessionResponse(await this.sessions.create(scope, mapInput(body, toAskedSession)));
  }

  @Get()
  @Operation({
    id: 'listCustomerSessions',
    summary: 'List the open sessions of a customer',
    needs: 'customers:impersonate',
    description: 'The newest come first. Tokens are not shown.',
    response: CustomerSessionListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListCustomerSessionsQuery) query: Checked<ListCustomerSessionsQuery>,
  ): Promise<Wire<CustomerSessionListResponse>> {
    const customerId = customerIn(query);
    return toSessionListResponse(await this.sessions.page(scope, customerId, toPageRequest(query.value)));
  }

  @Delete(':session_id')
  @Operation({
    id: 'endCustomerSession',
    summary: 'End a session',
    needs: 'customers:impersonate',
    description: 'Every process refuses its token within a second.',
    status: 204,
    isAction: true,
    refusals: [sessionNotFound],
  })
  async end(
    @Tenant() scope: TenantScope,
    @PathParameter('session_id', 'Id of the session.') id: string,
  ): Promise<void> {
    await this.sessions.end(scope, id);
  }

  @Delete()
  @Operation({
    id: 'endCustomerSessions',
    summary: 'End all sessions of a customer',
    needs: 'customers:impersonate',
    status: 204,
    isAction: true,
  })
  async endAll(
    @Tenant() scope: TenantScope,
    @CheckedQuery(EndCustomerSessionsQuery) query: Checked<EndCustomerSessionsQuery>,
  ): Promise<void> {
    await this.sessions.endAllOf(scope, customerIn(query));
  }
}

/** @throws invalid_request */
function customerIn({ value, problems }: Checked<EndCustomerSessionsQuery>): CustomerId {
  refuseIfAny(new Problems(problems));
  return value.customer_id.toLowerCase() as CustomerId;
}
