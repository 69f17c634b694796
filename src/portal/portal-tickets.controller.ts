import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapInput, type Checked } from '../kernel/errors.js';
import { Representation, type Wire } from '../platform/http/answers/answer.dto.js';
import { Conditions, RequestConditions } from '../platform/http/answers/conditions.js';
import { CheckedBody, CheckedQuery, PathParameter } from '../platform/http/requests/checked-input.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { ticketMerged } from '../tickets/rules/ticket-merging.rules.js';
import {
  ListPortalTicketsQuery,
  PortalTicketListResponse,
  PortalTicketResponse,
  RaisePortalTicketDto,
} from './dto/portal-ticket.dto.js';
import { PortalTicketsService, type SeenTicket } from './portal-tickets.service.js';
import { toPortalSearch, toRaisedTicket } from './portal.mapper.js';
import { toPortalTicketList, toPortalTicketResponse } from './portal.presenter.js';
import { RaisedTicketsService } from './raised-tickets.service.js';

const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');

/** Serves customers with their own tickets [rule 30]. */
@ApiTags('Customer portal')
@Controller('api/customer/v1/tickets')
export class PortalTicketsController {
  constructor(
    private readonly tickets: PortalTicketsService,
    private readonly raised: RaisedTicketsService,
  ) {}

  @Get()
  @Operation({
    id: 'listPortalTickets',
    summary: 'List the tickets of the customer',
    needs: 'session',
    description:
      'Lists the tickets of which the customer is customer or participant, the newest first unless the request says otherwise. With ' +
      '`company` of the session also those of customers of the same company.',
    response: PortalTicketListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListPortalTicketsQuery) query: Checked<ListPortalTicketsQuery>,
  ): Promise<Wire<PortalTicketListResponse>> {
    return toPortalTicketList(
      await this.tickets.list(scope, toPortalSearch(query), toPageRequest(query.value)),
    );
  }

  @Get(':ticket_id')
  @Operation({
    id: 'getPortalTicket',
    summary: 'Get one ticket of the customer',
    needs: 'session',
    description: 'A ticket that the customer may not see is answered as one that does not exist.',
    response: PortalTicketResponse,
    resource: 'read',
  })
  async get(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
  ): Promise<Representation<Wire<PortalTicketResponse>>> {
    return new Representation(toPortalTicketResponse(await this.tickets.get(scope, reference)));
  }

  @Post()
  @Operation({
    id: 'raisePortalTicket',
    summary: 'Raise a ticket of the customer',
    needs: 'session',
    description:
      'Raises a ticket by a form, with its fields, its required fields and its limits. Without `form` it is the first enabled one.',
    response: PortalTicketResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    hasLocation: true,
    reread: async (tickets: PortalTicketsController, scope, id) => made(await tickets.tickets.get(scope, id)),
  })
  async raise(
    @Tenant() scope: TenantScope,
    @CheckedBody(RaisePortalTicketDto) body: Checked<RaisePortalTicketDto>,
  ): Promise<Representation<Wire<PortalTicketResponse>>> {
    return made(await this.raised.raise(scope, mapInput(body, toRaisedTicket)));
  }

  @Post(':ticket_id/close')
  @Operation({
    id: 'closePortalTicket',
    summary: 'Close a ticket of the customer',
    needs: 'session',
    description: 'Closes a ticket that is open. Of one that is done already it shows the state.',
    response: PortalTicketResponse,
    isAction: true,
    resource: 'changed',
    conflict: ticketMerged,
    reread: (tickets: PortalTicketsController, scope, id) => tickets.get(scope, id),
  })
  async close(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<PortalTicketResponse>>> {
    const precondition = conditions.on(toPortalTicketResponse);
    return new Representation(
      toPortalTicketResponse(await this.tickets.close(scope, reference, precondition)),
    );
  }
}

/** Shows a new ticket with the entity tag that `GET` has. */
function made(ticket: SeenTicket): Representation<Wire<PortalTicketResponse>> {
  const content = toPortalTicketResponse(ticket);
  return new Representation(content, content, `/api/customer/v1/tickets/${ticket.row.id}`);
}
