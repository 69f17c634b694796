import { Controller, Param, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { DraftBody } from '../http/draft.js';
import { Operation } from '../http/operation.js';
import type { Wire } from '../http/wire.js';
import { mapDraft, type Draft } from '../kernel/problems.js';
import { Tenant } from '../tenancy/tenant.decorator.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { LegacyTicketResponse } from './dto/ticket.dto.js';
import { LegacyUpdateTicketDto } from './dto/update-ticket.dto.js';
import { toLegacyTicketDto, toTicketChanges } from './ticket.mapper.js';
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
    deprecated: true,
  })
  @ApiParam({ name: 'ticket_number', description: 'Number or id of the ticket.', example: '42' })
  @ApiBody({ type: LegacyUpdateTicketDto })
  async update(
    @Tenant() scope: TenantScope,
    @Param('ticket_number') reference: string,
    @DraftBody(LegacyUpdateTicketDto) body: Draft<LegacyUpdateTicketDto>,
  ): Promise<Wire<LegacyTicketResponse>> {
    const row = await this.tickets.update(scope, reference, mapDraft(body, toTicketChanges));
    return { ticket: toLegacyTicketDto(row) };
  }
}
