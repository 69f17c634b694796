import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapInput, type Checked } from '../../kernel/errors.js';
import { Representation, type Resource } from '../../platform/http/answers/answer.dto.js';
import { Conditions, RequestConditions } from '../../platform/http/answers/conditions.js';
import { CheckedBody, PathParameter } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import { MAX_MERGED, notMerged, ticketMerged } from '../rules/ticket-merging.rules.js';
import { TicketMergerService, type WantedMerge } from '../write/ticket-merger.service.js';
import { MergeTicketDto } from './dto/merge-ticket.dto.js';
import { TicketResponse } from './dto/ticket.dto.js';
import { toTicketResponse } from './ticket.presenter.js';

const TicketId = PathParameter('ticket_id', 'Id or number of the ticket.');

const CHANGE = {
  needs: 'tickets:write',
  response: TicketResponse,
  resource: 'changed',
  reread: (merging: MergingController, scope: TenantScope, id: string) => merging.shown(scope, id),
} as const;

/** Merges tickets and ends merges [rule 24]. */
@ApiTags('Tickets')
@Controller('api/external/v2/tickets/:ticket_id')
export class MergingController {
  constructor(
    private readonly merger: TicketMergerService,
    private readonly reader: TicketReaderService,
  ) {}

  @Post('merge')
  @Operation({
    id: 'mergeTicket',
    summary: 'Merge a ticket into another one',
    description:
      'Closes the ticket, whatever fields closing needs, and leads its mail to the ticket `into`, which takes over its customer and its ' +
      'participants as participants, as long as it has fewer than 50. Nothing else moves. From then on, every other write of the merged ' +
      'ticket is refused with 409 `ticket_merged`. Tickets that were merged into it lead to `into`, too: at most ' +
      `${MAX_MERGED} tickets to one.`,
    hasBody: true,
    conflict: { example: ticketMerged.example, state: 'The ticket is merged already.' },
    ...CHANGE,
  })
  async merge(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @CheckedBody(MergeTicketDto) body: Checked<MergeTicketDto>,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<TicketResponse>> {
    const wanted = mapInput(body, toWantedMerge);
    const ticket = await this.merger.merge(scope, reference, wanted, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(ticket));
  }

  @Post('unmerge')
  @Operation({
    id: 'unmergeTicket',
    summary: 'End the merge of a ticket',
    description:
      'Gives the ticket the status that it had, and leads its mail to it again. The participants of the other ticket stay, and so do tickets ' +
      'that were led on with this one.',
    isAction: true,
    conflict: notMerged,
    ...CHANGE,
  })
  async unmerge(
    @Tenant() scope: TenantScope,
    @TicketId reference: string,
    @RequestConditions() conditions: Conditions,
  ): Promise<Resource<TicketResponse>> {
    const ticket = await this.merger.unmerge(scope, reference, conditions.on(toTicketResponse));
    return new Representation(toTicketResponse(ticket));
  }

  async shown(scope: TenantScope, id: string): Promise<Resource<TicketResponse>> {
    return new Representation(toTicketResponse(await this.reader.get(scope, id)));
  }
}

function toWantedMerge({ into }: Partial<MergeTicketDto>): Partial<WantedMerge> {
  return into === undefined ? {} : { into: String(into) };
}
