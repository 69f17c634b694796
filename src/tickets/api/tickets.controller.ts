import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { PathParameter } from '../../platform/http/requests/path-parameter.js';
import { DraftBody, DraftQuery } from '../../platform/http/requests/draft.js';
import { Operation } from '../../platform/routes/operation.js';
import { toPageRequest } from '../../platform/http/requests/page.query.js';
import { Representation } from '../../platform/http/answers/representation.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { refuseIfAny } from '../../kernel/errors.js';
import { mapDraft, Problems, type Draft } from '../../kernel/problems.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { NamedTicket } from '../read/ticket.row.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import { changesOf, raisedEntryOf } from '../rules/ticket-property.rules.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { TicketWriterService } from '../write/ticket-writer.service.js';
import { CreateTicketDto } from './dto/create-ticket.dto.js';
import { GetTicketQuery, includesOf, type Include } from './dto/get-ticket.query.js';
import { ListTicketsQuery } from './dto/list-tickets.query.js';
import {
  IncludedTicketResponse,
  RaisedTicketResponse,
  TicketListResponse,
  TicketResponse,
} from './dto/ticket.dto.js';
import { UpdateTicketDto } from './dto/update-ticket.dto.js';
import {
  toIncludedResponse,
  toTicketListResponse,
  toTicketResponse,
  type IncludedValues,
} from './ticket.presenter.js';
import { IncludedComments } from './included-comments.js';
import { TicketUrls } from './ticket-urls.js';

const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');

/** The facts that PUT and PATCH share. */
const CHANGE = {
  response: TicketResponse,
  hasBody: true,
  resource: 'changed',
  reread: (tickets: TicketsController, scope: TenantScope, id: string) => tickets.shown(scope, id),
} as const;

/** Tickets of the current version (specification 4.3 to 4.5). */
@ApiTags('Tickets')
@Controller('api/external/v2/tickets')
export class TicketsController {
  constructor(
    private readonly reader: TicketReaderService,
    private readonly writer: TicketWriterService,
    private readonly updater: TicketUpdaterService,
    private readonly urls: TicketUrls,
    private readonly comments: IncludedComments,
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
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(ListTicketsQuery) query: Draft<ListTicketsQuery>,
  ): Promise<Wire<TicketListResponse>> {
    return toTicketListResponse(await this.reader.list(scope, query, toPageRequest(query.value)));
  }

  @Get(':ticket_id')
  @Operation({
    id: 'getTicket',
    summary: 'Get one ticket by id or number',
    scope: 'tickets:read',
    description:
      'Shows one ticket. `include` adds what it names to the documented shape. The entity tag is that of the ticket without it.',
    response: IncludedTicketResponse,
    resource: 'read',
    includes: { comments: 'comments:read' },
    refusals: [422],
  })
  async get(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftQuery(GetTicketQuery) query: Draft<GetTicketQuery>,
  ): Promise<Representation<Wire<IncludedTicketResponse>>> {
    refuseIfAny(new Problems(query.problems));
    const names = includesOf(query.value);
    const comments = names.includes('comments') ? await this.comments.newest(scope, reference) : null;
    const ticket = await this.reader.get(scope, reference);
    const more = { ...(await this.included(scope, ticket, names)), ...comments };
    return new Representation(toIncludedResponse(ticket, more), toTicketResponse(ticket));
  }

  @Post()
  @Operation({
    id: 'createTicket',
    summary: 'Raise a ticket',
    scope: 'tickets:write',
    description:
      'Raises a ticket for the customer with the address `email`, who is made when nobody has it. Without them, the status is `new`, the ' +
      'priority `medium` and the category `None`. Active fields that agents must fill in need a value, but not in a ticket that is ' +
      'taken over from another system (`external_id`, `source` and a past `created_at`).',
    response: RaisedTicketResponse,
    status: 201,
    hasBody: true,
    resource: 'created',
    hasLocation: true,
    reread: async (tickets: TicketsController, scope, id) =>
      tickets.raised(scope, await tickets.reader.get(scope, id)),
  })
  async create(
    @Tenant() scope: TenantScope,
    @DraftBody(CreateTicketDto) body: Draft<CreateTicketDto>,
  ): Promise<Representation<Wire<RaisedTicketResponse>>> {
    return this.raised(scope, await this.writer.create(scope, raisedEntryOf(body)));
  }

  @Put(':ticket_id')
  @Operation({
    id: 'updateTicket',
    summary: 'Update a ticket',
    scope: 'tickets:write',
    description: 'Changes the properties in the request; all others stay. A refused request changes nothing.',
    ...CHANGE,
  })
  async update(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftBody(UpdateTicketDto) body: Draft<UpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<TicketResponse>>> {
    const changes = mapDraft(body, changesOf);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(ticket));
  }

  @Patch(':ticket_id')
  @Operation({
    id: 'patchTicket',
    summary: 'Update a ticket (same as PUT)',
    scope: 'tickets:write',
    ...CHANGE,
  })
  patch(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @DraftBody(UpdateTicketDto) body: Draft<UpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<TicketResponse>>> {
    return this.update(scope, reference, body, conditions);
  }

  async shown(scope: TenantScope, id: string): Promise<Representation<Wire<TicketResponse>>> {
    return new Representation(toTicketResponse(await this.reader.get(scope, id)));
  }

  /** A new ticket, with the tag that `GET` has. */
  private raised(scope: TenantScope, ticket: NamedTicket): Representation<Wire<RaisedTicketResponse>> {
    const whole = toTicketResponse(ticket);
    const content = { ticket: { ...whole.ticket, url: this.urls.of(scope, ticket.row) } };
    return new Representation(content, whole, this.urls.pathOf(ticket.row));
  }

  /** The values that `include` names, but for the comments. */
  private async included(
    scope: TenantScope,
    ticket: NamedTicket,
    names: readonly Include[],
  ): Promise<IncludedValues> {
    const isStored = names.includes('channel') || names.includes('participants');
    const values = {
      url: this.urls.of(scope, ticket.row),
      ...(isStored && (await this.reader.origin(scope, ticket))),
    };
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name as Include)));
  }
}
