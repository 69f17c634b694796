import { Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { NO_ANSWER, type AnswerRoom } from '../../kernel/answer-room.js';
import { Room } from '../../platform/http/answers/answer-budget.js';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { DraftBody, DraftQuery } from '../../platform/http/requests/draft.js';
import { Operation } from '../../platform/routes/operation.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.dto.js';
import { ItemwiseAnswer } from '../../platform/http/answers/itemwise-answer.js';
import { Representation } from '../../platform/http/answers/representation.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../../kernel/problems.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import { changesOf } from '../rules/ticket-property.rules.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { ListTicketsQuery } from './dto/list-tickets.query.js';
import { TicketListResponse, TicketResponse } from './dto/ticket.dto.js';
import { UpdateTicketDto } from './dto/update-ticket.dto.js';
import { toTicketDto, toTicketResponse } from './ticket.presenter.js';

const REFERENCE = { name: 'ticket_id', description: 'Id or number of the ticket.', example: '42' };

/** Tickets of the current version (specification 4.3 to 4.5). */
@ApiTags('Tickets')
@Controller('api/external/v2/tickets')
export class TicketsController {
  constructor(
    private readonly reader: TicketReaderService,
    private readonly updater: TicketUpdaterService,
  ) {}

  @Get()
  @Operation({
    id: 'listTickets',
    summary: 'List tickets',
    scope: 'tickets:read',
    description:
      'Newest first, unless the request says otherwise. A page after the last one is empty and has the true totals.',
    response: TicketListResponse,
    refusals: [422],
  })
  @ApiQuery({ type: ListTicketsQuery })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListTicketsQuery) query: Draft<ListTicketsQuery>,
    @Room() room: AnswerRoom,
  ): Promise<ItemwiseAnswer<NamedTicket>> {
    const page = await this.reader.list(scope, query, toPageRequest(query.value), room);
    return new ItemwiseAnswer('tickets', page.items, toTicketDto, { pagination: toPaginationDto(page) });
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
    @Room() room: AnswerRoom,
  ): Promise<Representation<Wire<TicketResponse>>> {
    return new Representation(toTicketResponse(await this.reader.get(scope, reference, room)));
  }

  @Put(':ticket_id')
  @Operation({
    id: 'updateTicket',
    summary: 'Update a ticket',
    scope: 'tickets:write',
    description: 'Changes the properties in the request; all others stay. A refused request changes nothing.',
    response: TicketResponse,
    hasBody: true,
    resource: 'changed',
    reread: (tickets: TicketsController, scope, id) => tickets.get(scope, id, NO_ANSWER),
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
    reread: (tickets: TicketsController, scope, id) => tickets.get(scope, id, NO_ANSWER),
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
    const changes = mapDraft(body, changesOf);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(ticket));
  }
}
