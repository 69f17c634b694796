import { Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Representation, type Wire } from '../../platform/http/answers/answer.dto.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { mapInput, type Checked } from '../../kernel/errors.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { MERGED } from '../rules/ticket-merging.rules.js';
import { readChanges, readRaisedTicket } from '../rules/ticket.changes.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { TicketWriterService } from '../write/ticket-writer.service.js';
import { LegacyCreateTicketDto, LegacyUpdateTicketDto } from './dto/save-ticket.dto.js';
import { ListTicketsQuery } from './dto/tickets.query.js';
import {
  LegacyRaisedTicketResponse,
  LegacyTicketResponse,
  TICKET_CREATED,
  TicketListResponse,
} from './dto/ticket.dto.js';
import {
  toLegacyRaisedDto,
  toLegacyTicketDto,
  toTicketListResponse,
  toTicketResponse,
} from './ticket.presenter.js';
import { TicketUrls } from './ticket-urls.js';

/** Serves tickets of the older public version ([spec 4.4], legacy variant). */
@ApiTags('Legacy')
@Controller('api/v1/public/tickets')
export class LegacyTicketsController {
  constructor(
    private readonly reader: TicketReaderService,
    private readonly writer: TicketWriterService,
    private readonly updater: TicketUpdaterService,
    private readonly urls: TicketUrls,
  ) {}

  @Get()
  @Operation({
    id: 'listTicketsLegacy',
    summary: 'List tickets (older version)',
    needs: 'tickets:read',
    description: 'Lists tickets as the current version does.',
    response: TicketListResponse,
    refusals: [422],
    deprecated: true,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListTicketsQuery) query: Checked<ListTicketsQuery>,
  ): Promise<Wire<TicketListResponse>> {
    return toTicketListResponse(await this.reader.list(scope, query, toPageRequest(query.value)));
  }

  @Post()
  @Operation({
    id: 'createTicketLegacy',
    summary: 'Raise a ticket (older version)',
    needs: 'tickets:write',
    description: 'Raises a ticket as the current version does, from fewer properties.',
    response: LegacyRaisedTicketResponse,
    hasBody: true,
    deprecated: true,
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(LegacyCreateTicketDto) body: Checked<LegacyCreateTicketDto>,
  ): Promise<Wire<LegacyRaisedTicketResponse>> {
    const ticket = await this.writer.create(scope, readRaisedTicket(body));
    return {
      notice_code: TICKET_CREATED,
      ticket: toLegacyRaisedDto(ticket, this.urls.of(scope, ticket.row)),
    };
  }

  @Put(':ticket_number')
  @Operation({
    id: 'updateTicketLegacy',
    summary: 'Update a ticket (older version)',
    needs: 'tickets:write',
    response: LegacyTicketResponse,
    hasBody: true,
    resource: 'changed',
    conflict: MERGED,
    deprecated: true,
    reread: async (tickets: LegacyTicketsController, scope, id) =>
      toRepresentation(await tickets.reader.get(scope, id)),
  })
  async update(
    @Tenant() scope: TenantScope,
    @PathParameter('ticket_number', 'Number or id of the ticket.') reference: string,
    @CheckedBody(LegacyUpdateTicketDto) body: Checked<LegacyUpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<LegacyTicketResponse>>> {
    const changes = mapInput(body, readChanges);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return toRepresentation(ticket);
  }
}

/** Gives the shape with fewer keys the entity tag of the whole ticket. */
function toRepresentation(ticket: NamedTicket): Representation<Wire<LegacyTicketResponse>> {
  return new Representation({ ticket: toLegacyTicketDto(ticket) }, toTicketResponse(ticket));
}
