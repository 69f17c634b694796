import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EventFeedService } from '../../events/feed/event-feed.service.js';
import { valueIn, type Checked } from '../../kernel/errors.js';
import { namesOf } from '../../kernel/text.js';
import { StreamAnswer } from '../../platform/http/answers/stream-answer.js';
import { CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketExportService } from '../export/ticket-export.service.js';
import { ExportTicketsQuery } from './dto/tickets.query.js';

/** Copies all tickets of a workspace [rule 32]. */
@ApiTags('Tickets')
@Controller('api/external/v2/exports/tickets')
export class ExportsController {
  constructor(
    private readonly exports: TicketExportService,
    private readonly feed: EventFeedService,
  ) {}

  @Get()
  @Operation({
    id: 'exportTickets',
    summary: 'Copy all tickets',
    needs: 'exports:read',
    description:
      'Answers lines of JSON: first `{"position": ...}`, then a line for each ticket as it is at one moment, by number, and last ' +
      '`{"tickets": ...}`, by which a reader knows that nothing is missing. A ticket with more than 1 MiB of comments goes on in lines ' +
      'that have its `id` and `number` again. The copy and the events after its position are the desk: with `include_notes=true`, every change that ' +
      'the copy lacks comes there. A key has the scope only when it names it. A workspace has one copy under way (429), and a client has 15 ' +
      'seconds for each 64 KiB.',
    transfer: 'export',
  })
  async copy(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ExportTicketsQuery) query: Checked<ExportTicketsQuery>,
  ): Promise<StreamAnswer> {
    const withComments = namesOf(valueIn(query).include ?? []).includes('comments');
    const position = await this.feed.newest(scope);
    return new StreamAnswer(this.exports.copyTickets(scope, { position, withComments }), {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'X-Events-Position': String(position),
    });
  }
}
