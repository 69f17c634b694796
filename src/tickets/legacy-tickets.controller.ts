import { Controller, Param, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../http/conditions.js';
import { DraftBody } from '../http/draft.js';
import { Operation } from '../http/operation.js';
import { Representation } from '../http/representation.js';
import type { Wire } from '../http/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../tenancy/tenant.decorator.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { LegacyTicketResponse } from './dto/ticket.dto.js';
import { LegacyUpdateTicketDto } from './dto/update-ticket.dto.js';
import { toLegacyTicketDto, toTicketChanges, toTicketResponse } from './ticket.mapper.js';
import { TicketsService } from './tickets.service.js';

/** Tickets of the older public version (specification 4.4, legacy variant). */
@ApiTags('Legacy')
@Controller('api/v1/public/tickets')
export class LegacyTicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Put(':ticket_number')
  @Operation({
    id: 'updateTicketLegacy',
    summary: 'Update a ticket (older version)',
    scope: 'tickets:write',
    response: LegacyTicketResponse,
    hasBody: true,
    resource: 'changed',
    deprecated: true,
  })
  @ApiParam({ name: 'ticket_number', description: 'Number or id of the ticket.', example: '42' })
  @ApiBody({ type: LegacyUpdateTicketDto })
  async update(
    @Tenant() scope: TenantScope,
    @Param('ticket_number') reference: string,
    @DraftBody(LegacyUpdateTicketDto) body: Draft<LegacyUpdateTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Representation<Wire<LegacyTicketResponse>>> {
    const changes = mapDraft(body, toTicketChanges);
    const row = await this.tickets.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation({ ticket: toLegacyTicketDto(row) }, toTicketResponse(row));
  }
}
