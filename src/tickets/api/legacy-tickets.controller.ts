import { Controller, Param, Put } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { DraftBody } from '../../platform/http/requests/draft.js';
import { Operation } from '../../platform/routes/operation.js';
import { Representation } from '../../platform/http/answers/representation.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { mapDraft, type Draft } from '../../kernel/problems.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { changesOf } from '../rules/ticket-property.rules.js';
import { TicketUpdaterService } from '../write/ticket-updater.service.js';
import { LegacyTicketResponse } from './dto/ticket.dto.js';
import { LegacyUpdateTicketDto } from './dto/update-ticket.dto.js';
import { toLegacyTicketDto, toTicketResponse } from './ticket.presenter.js';

/** Tickets of the older public version (specification 4.4, legacy variant). */
@ApiTags('Legacy')
@Controller('api/v1/public/tickets')
export class LegacyTicketsController {
  constructor(private readonly updater: TicketUpdaterService) {}

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
    const changes = mapDraft(body, changesOf);
    const ticket = await this.updater.update(scope, reference, changes, conditions.on(toTicketResponse));
    return new Representation({ ticket: toLegacyTicketDto(ticket) }, toTicketResponse(ticket));
  }
}
