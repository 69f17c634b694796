import { Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { PathParameter } from '../../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../../platform/http/requests/draft.js';
import { Operation } from '../../platform/routes/operation.js';
import { Representation } from '../../platform/http/answers/representation.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { mapDraft, type Draft } from '../../kernel/problems.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { changesOf, raisedEntryOf } from '../rules/ticket-property.rules.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { TicketWriterService } from '../write/ticket-writer.service.js';
import { LegacyCreateTicketDto } from './dto/create-ticket.dto.js';
import { ListTicketsQuery } from './dto/list-tickets.query.js';
import {
  LegacyRaisedTicketResponse,
  LegacyTicketResponse,
  TICKET_CREATED,
  TicketListResponse,
} from './dto/ticket.dto.js';
import { LegacyUpdateTicketDto } from './dto/update-ticket.dto.js';
import {
  toLegacyRaisedDto,
  toLegacyTicketDto,
  toTicketListResponse,
  toTicketResponse,
} from './ticket.presenter.js';
import { TicketUrls } from './ticket-urls.js';

/** Tickets of the older public version (specification 4.4, legacy variant). */
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
    scope: 'tickets:read',
    description: 'Lists tickets as the current version does.',
    response: TicketListResponse,
    refusals: [422],
    deprecated: true,
  })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListTicketsQuery) query: Draft<ListTicketsQuery>,
  ): Promise<Wire<TicketListResponse>> {
    return toTicketListResponse(await this.reader.list(scope, query, toPageRequest(query.value)));
  }

  @Post()
  @Operation({
    id: 'createTicketLegacy',
    summary: 'Raise a ticket (older version)',
    scope: 'tickets:write',
    description: 'Raises a ticket as the current version does, from fewer properties.',
    response: LegacyRaisedTicketResponse,
    hasBody: true,
    deprecated: true,
  })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(LegacyCreateTicketDto) body: Draft<LegacyCreateTicketDto>,
  ): Promise<Wire<LegacyRaisedTicketResponse>> {
    const ticket = await this.writer.create(scope, raisedEntryOf(body));
    return {
      notice_code: TICKET_CREATED,
      ticket: toLegacyRaisedDto(ticket, this.urls.of(scope, ticket.row)),
    };
  }

  @Put(':ticket_number')
  @Operation({
    id: 'updateTicketLegacy',
    summary: 'Update a ticket (older version)',
    scope: 'tickets:write',
    response: LegacyTicketResponse,
    hasBody: true,
    resource: 'changed',
    deprecated: true,
    reread: async (tickets: LegacyTicketsController, scope, id) =>
      toRepresentation(await tickets.reader.get(scope, id)),
  })
  async update(
    @Tenant() scope: TenantScope,
    @PathParameter('ticket_number', 'Number or id of the ticket.') reference: string,
    @DraftBody(LegacyUpdateTicketDto) body: Draft<LegacyUpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<LegacyTicketResponse>>> {
    const changes = mapDraft(body, changesOf);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return toRepresentation(ticket);
  }
}

/** The reduced shape, with the tag of the whole ticket. */
function toRepresentation(ticket: NamedTicket): Representation<Wire<LegacyTicketResponse>> {
  return new Representation({ ticket: toLegacyTicketDto(ticket) }, toTicketResponse(ticket));
}
