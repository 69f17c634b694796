import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Checked } from '../../kernel/errors.js';
import type { LongAnswer, Wire } from '../../platform/http/answers/answer.dto.js';
import { failureOf } from '../../platform/http/answers/error.filter.js';
import { CheckedBody } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { MAX_OPERATIONS } from '../many/many-tickets.rules.js';
import { ManyTicketsService } from '../many/many-tickets.service.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import { countOfOperations, toBatchResponse, toBatchResponseAgain, toOperations } from './batch.mapper.js';
import { BatchResponse, BatchTicketsDto } from './dto/batch.dto.js';
import { TicketUrls } from './ticket-urls.js';

/** Changes and raises many tickets by one request [rule 32]. */
@ApiTags('Tickets')
@Controller('api/external/v2/tickets/batch')
export class BatchController {
  constructor(
    private readonly many: ManyTicketsService,
    private readonly urls: TicketUrls,
    private readonly reader: TicketReaderService,
  ) {}

  @Post()
  @Operation({
    id: 'batchTickets',
    summary: 'Change and raise many tickets',
    needs: 'tickets:write',
    description:
      `Does up to ${MAX_OPERATIONS} operations in their order, by the rules of \`updateTicket\` and \`createTicket\`. Each has a result, which says ` +
      'what a request of its own would have been answered, and a refused one keeps no other from being done. An operation that is malformed ' +
      'itself refuses the whole. With `atomic`, all are done or none: then 422 names every problem of every operation. The request counts as ' +
      'its operations in the rate limit, and is refused whole when too few are left.',
    response: BatchResponse,
    hasBody: true,
    counts: countOfOperations,
    reread: ({ reader }: BatchController, scope, outline) =>
      toBatchResponseAgain(outline, (id) => reader.get(scope, id)),
  })
  async batch(
    @Tenant() scope: TenantScope,
    @CheckedBody(BatchTicketsDto) body: Checked<BatchTicketsDto>,
  ): Promise<Wire<BatchResponse> | LongAnswer<Wire<BatchResponse>>> {
    const operations = await toOperations(body);
    const outcomes = await (body.value.atomic === true
      ? this.many.performAll(scope, operations)
      : this.many.perform(scope, operations));
    return toBatchResponse(operations, outcomes, {
      urlOf: (ticket) => this.urls.of(scope, ticket.row),
      shownAs: (error) => failureOf(error, scope.initiator.requestId),
    });
  }
}
