import { Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../http/conditions.js';
import { DraftBody, DraftQuery } from '../http/draft.js';
import { Operation } from '../http/operation.js';
import { toPageRequest } from '../http/page.query.js';
import { toPaginationDto } from '../http/pagination.dto.js';
import { Representation } from '../http/representation.js';
import type { Wire } from '../http/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../tenancy/tenant.decorator.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { ListTicketsQuery } from './dto/list-tickets.query.js';
import { TicketListResponse, TicketResponse } from './dto/ticket.dto.js';
import { UpdateTicketDto } from './dto/update-ticket.dto.js';
import { toTicketChanges, toTicketDto, toTicketQuery, toTicketResponse } from './ticket.mapper.js';
import { TicketsService } from './tickets.service.js';

const REFERENCE = { name: 'ticket_id', description: 'Id or number of the ticket.', example: '42' };

/** Tickets of the current version (specification 4.3 to 4.5). */
@ApiTags('Tickets')
@Controller('api/external/v2/tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @Operation({
    id: 'listTickets',
    summary: 'List tickets',
    scope: 'tickets:read',
    description: 'Newest first unless said otherwise. A page past the end is empty and keeps true totals.',
    response: TicketListResponse,
    refusals: [422],
  })
  @ApiQuery({ type: ListTicketsQuery })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListTicketsQuery) query: Draft<ListTicketsQuery>,
  ): Promise<Wire<TicketListResponse>> {
    const page = await this.tickets.list(scope, mapDraft(query, toTicketQuery), toPageRequest(query.value));
    return { tickets: page.items.map(toTicketDto), pagination: toPaginationDto(page) };
  }

  @Get(':ticket_id')
  @Operation({
    id: 'getTicket',
    summary: 'Get one ticket by id or number',
    scope: 'tickets:read',
    response: TicketResponse,
    resource: 'read',
  })
  @ApiParam(REFERENCE)
  async get(
    @Tenant() scope: TenantScope,
    @Param('ticket_id') reference: string,
  ): Promise<Representation<Wire<TicketResponse>>> {
    return new Representation(toTicketResponse(await this.tickets.get(scope, reference)));
  }

  @Put(':ticket_id')
  @Operation({
    id: 'updateTicket',
    summary: 'Update a ticket',
    scope: 'tickets:write',
    description: 'Changes the named properties; absent ones stay. A refused request changes nothing.',
    response: TicketResponse,
    hasBody: true,
    resource: 'changed',
  })
  @ApiParam(REFERENCE)
  @ApiBody({ type: UpdateTicketDto })
  update(
    @Tenant() scope: TenantScope,
    @Param('ticket_id') reference: string,
    @DraftBody(UpdateTicketDto) body: Draft<UpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<TicketResponse>>> {
    return this.change(scope, reference, body, conditions);
  }

  @Patch(':ticket_id')
  @Operation({
    id: 'patchTicket',
    summary: 'Update a ticket (same as PUT)',
    scope: 'tickets:write',
    response: TicketResponse,
    hasBody: true,
    resource: 'changed',
  })
  @ApiParam(REFERENCE)
  @ApiBody({ type: UpdateTicketDto })
  patch(
    @Tenant() scope: TenantScope,
    @Param('ticket_id') reference: string,
    @DraftBody(UpdateTicketDto) body: Draft<UpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<TicketResponse>>> {
    return this.change(scope, reference, body, conditions);
  }

  private async change(
    scope: TenantScope,
    reference: string,
    body: Draft<UpdateTicketDto>,
    conditions: Conditions,
  ): Promise<Representation<Wire<TicketResponse>>> {
    const changes = mapDraft(body, toTicketChanges);
    const row = await this.tickets.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(row));
  }
}
