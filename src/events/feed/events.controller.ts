import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { refuseIfAny, Problems, type Checked } from '../../kernel/errors.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { EventListResponse, ListEventsQuery, toFeedQuery } from './dto/event.dto.js';
import { cursorExpired, EventFeedService } from './event-feed.service.js';
import { toEventDto } from './event.presenter.js';

/** Shows the events of a workspace [rule 17]. */
@ApiTags('Events')
@Controller('api/external/v2/events')
export class EventsController {
  constructor(private readonly feed: EventFeedService) {}

  @Get()
  @Operation({
    id: 'listEvents',
    summary: 'List what happened in the workspace, oldest first',
    needs: 'events:read',
    description:
      'Returns every change of tickets, customers, team members, fields and forms once, in an order that never changes. ' +
      'A consumer keeps `next_after` and asks again with it: it misses nothing and sees nothing twice. Who has the answer ' +
      'to a write finds its event here at once. Events are shown for 30 days, unless the installation says otherwise.',
    response: EventListResponse,
    refusals: [cursorExpired],
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListEventsQuery) query: Checked<ListEventsQuery>,
  ): Promise<Wire<EventListResponse>> {
    refuseIfAny(new Problems(query.problems));
    const page = await this.feed.read(scope, toFeedQuery(query.value));
    return {
      events: page.events.map((event) => toEventDto(event, page.keyNames)),
      next_after: page.nextAfter,
      has_more: page.hasMore,
    };
  }
}
