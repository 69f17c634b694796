import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { PathParameter, CheckedBody, CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { Representation, type Resource, type Wire } from '../../platform/http/answers/answer.dto.js';
import { mapInput, valueIn, type Checked } from '../../kernel/errors.js';
import { HasScope, Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import { ticketMerged } from '../rules/ticket-merging.rules.js';
import { readChanges, readRaisedTicket } from '../rules/ticket.changes.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { TicketWriterService } from '../write/ticket-writer.service.js';
import {
  CreateTicketDto,
  LegacyCreateTicketDto,
  LegacyUpdateTicketDto,
  UpdateTicketDto,
} from './dto/save-ticket.dto.js';
import { GetTicketQuery, ListTicketsQuery, SearchTicketsQuery } from './dto/tickets.query.js';
import {
  IncludedTicketResponse,
  FoundTicketsResponse,
  LegacyRaisedTicketResponse,
  LegacyTicketResponse,
  RaisedTicketResponse,
  TicketListResponse,
  TicketResponse,
} from './dto/ticket.dto.js';
import {
  toFoundTicketsResponse,
  toLegacyRaisedTicket,
  toLegacyTicket,
  toTicketResponse,
} from './ticket.presenter.js';
import { readSearch } from './read-search.js';
import { TicketIncludes } from './ticket-includes.js';
import { TicketUrls } from './ticket-urls.js';

const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');
const TicketNumber = PathParameter('ticket_number', 'Number or id of the ticket.');

/** Serves tickets of the current version ([spec 4.3] to [spec 4.5]). */
@ApiTags('Tickets')
@Controller('api')
export class TicketsController {
  constructor(
    private readonly reader: TicketReaderService,
    private readonly writer: TicketWriterService,
    private readonly updater: TicketUpdaterService,
    private readonly urls: TicketUrls,
    private readonly includes: TicketIncludes,
  ) {}

  @Get('external/v2/tickets')
  @Operation({
    id: 'listTickets',
    summary: 'List tickets',
    needs: 'tickets:read',
    description:
      'Newest first, unless the request says otherwise. A page after the last one is empty and has the true totals. `q` searches for ' +
      'words, and finds every write that was answered.',
    response: FoundTicketsResponse,
    alsoAt: [
      {
        at: Get('v1/public/tickets'),
        id: 'listTicketsLegacy',
        summary: 'List tickets (older version)',
        description: 'Lists tickets as the current version does.',
        reads: { 2: CheckedQuery(ListTicketsQuery) },
        response: TicketListResponse,
        deprecated: true,
      },
    ],
  })
  async list(
    @Tenant() scope: TenantScope,
    @HasScope('comments:read') withComments: boolean,
    @CheckedQuery(SearchTicketsQuery) query: Checked<SearchTicketsQuery>,
  ): Promise<Wire<FoundTicketsResponse>> {
    const search = await readSearch(query, { withComments });
    return toFoundTicketsResponse(await this.reader.search(scope, search, toPageRequest(query.value)));
  }

  @Get('external/v2/tickets/:ticket_id')
  @Operation({
    id: 'getTicket',
    summary: 'Get one ticket by id or number',
    needs: 'tickets:read',
    description:
      'Shows one ticket. `include` adds what it names to the documented shape. The entity tag is that of the ticket without it.',
    response: IncludedTicketResponse,
    resource: 'read',
    includes: { comments: 'comments:read' },
    alsoAt: [
      {
        at: Get('v1/public/tickets/:ticket_number'),
        id: 'getTicketLegacy',
        summary: 'Get one ticket by number or id (older version)',
        description: 'Shows a ticket as the current version does.',
        reads: { 1: TicketNumber },
        deprecated: true,
      },
    ],
  })
  get(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedQuery(GetTicketQuery) query: Checked<GetTicketQuery>,
  ): Promise<Resource<IncludedTicketResponse>> {
    return this.includes.show(scope, reference, valueIn(query));
  }

  @Post('external/v2/tickets')
  @Operation({
    id: 'createTicket',
    summary: 'Raise a ticket',
    needs: 'tickets:write',
    description:
      'Raises a ticket for the customer with the address `email`. When no customer has this address, the service creates one. By default ' +
      'the status is `new`, the priority `medium` and the category `None`. Active fields that agents must fill in need a value, but not ' +
      'in a ticket that is taken over from another system (`external_id`, `source` and a past `created_at`).',
    response: RaisedTicketResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    hasLocation: true,
    reread: async (tickets: TicketsController, scope, id) =>
      tickets.raised(scope, await tickets.reader.get(scope, id)),
    alsoAt: [
      {
        at: Post('v1/public/tickets'),
        id: 'createTicketLegacy',
        summary: 'Raise a ticket (older version)',
        description: 'Raises a ticket as the current version does, from fewer properties.',
        reads: { 1: CheckedBody(LegacyCreateTicketDto) },
        response: LegacyRaisedTicketResponse,
        without: ['status', 'resource', 'hasLocation', 'reread'],
        answers: toLegacyRaisedTicket,
        deprecated: true,
      },
    ],
  })
  async create(
    @Tenant() scope: TenantScope,
    @CheckedBody(CreateTicketDto) body: Checked<CreateTicketDto>,
  ): Promise<Resource<RaisedTicketResponse>> {
    return this.raised(scope, await this.writer.create(scope, readRaisedTicket(body)));
  }

  @Put('external/v2/tickets/:ticket_id')
  @Operation({
    id: 'updateTicket',
    summary: 'Update a ticket',
    needs: 'tickets:write',
    description: 'Changes the properties in the request; all others stay. A refused request changes nothing.',
    response: TicketResponse,
    hasBody: true,
    resource: 'changed',
    conflict: ticketMerged,
    reread: (tickets: TicketsController, scope, id) => tickets.shown(scope, id),
    alsoAt: [
      {
        at: Patch('external/v2/tickets/:ticket_id'),
        id: 'patchTicket',
        summary: 'Update a ticket (same as PUT)',
      },
      {
        at: Put('v1/public/tickets/:ticket_number'),
        id: 'updateTicketLegacy',
        summary: 'Update a ticket (older version)',
        reads: { 1: TicketNumber, 2: CheckedBody(LegacyUpdateTicketDto) },
        response: LegacyTicketResponse,
        answers: toLegacyTicket,
        deprecated: true,
      },
    ],
  })
  async update(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedBody(UpdateTicketDto) body: Checked<UpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<TicketResponse>> {
    const changes = mapInput(body, readChanges);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(ticket));
  }

  async shown(scope: TenantScope, id: string): Promise<Resource<TicketResponse>> {
    return new Representation(toTicketResponse(await this.reader.get(scope, id)));
  }

  /** Shows a new ticket with the entity tag that `GET` has. */
  private raised(scope: TenantScope, ticket: NamedTicket): Resource<RaisedTicketResponse> {
    const whole = toTicketResponse(ticket);
    const content = { ticket: { ...whole.ticket, url: this.urls.of(scope, ticket.row) } };
    return new Representation(content, whole, this.urls.pathOf(ticket.row));
  }
}
