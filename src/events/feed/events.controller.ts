import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { valueIn, type Checked } from '../../kernel/errors.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { LastEventId } from '../../platform/http/lasting/last-event-id.js';
import { LastingAnswer } from '../../platform/http/lasting/lasting-answer.js';
import {
  EventListResponse,
  ListEventsQuery,
  StreamEventsQuery,
  toFeedQuery,
  toListenedFrom,
} from './dto/event.dto.js';
import { cursorExpired, EventFeedService } from './event-feed.service.js';
import { EventListenersService } from './event-listeners.service.js';
import { toEventListResponse, toHearing } from './event.presenter.js';

/** Shows the events of a workspace [rule 17]. */
@ApiTags('Events')
@Controller('api/external/v2/events')
export class EventsController {
  constructor(
    private readonly feed: EventFeedService,
    private readonly listeners: EventListenersService,
  ) {}

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
    return toEventListResponse(await this.feed.read(scope, toFeedQuery(valueIn(query))));
  }

  @Get('stream')
  @Operation({
    id: 'streamEvents',
    summary: 'Hear what happens in the workspace, as it happens',
    needs: 'events:read',
    description:
      'Answers a stream of server-sent events that lasts: `id` is the position of an event, `event` its type, and `data` the event as the list of ' +
      'events shows it. It begins after `Last-Event-ID`, or else after `after`, or else with the next event. A comment comes each 15 ' +
      'seconds. After 5 minutes the stream ends, and the client comes back with the last `id`: it misses nothing and hears nothing twice. A ' +
      'client that does not take what is sent is cut off. A key has 10 streams at once (429), and each process 200 unless the ' +
      'installation says otherwise (503).',
    transfer: 'stream',
    refusals: [cursorExpired],
  })
  async stream(
    @Tenant() scope: TenantScope,
    @CheckedQuery(StreamEventsQuery) query: Checked<StreamEventsQuery>,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<LastingAnswer> {
    const position = await this.feed.listenedFrom(scope, valueIn(toListenedFrom(query, lastEventId)));
    const hearing = toHearing(toFeedQuery(query.value));
    return new LastingAnswer(position, (line) => this.listeners.listen(scope, hearing, line));
  }
}
