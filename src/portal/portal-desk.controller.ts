import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toListenedFrom } from '../events/feed/dto/event.dto.js';
import { cursorExpired } from '../events/feed/event-feed.service.js';
import { EventListenersService } from '../events/feed/event-listeners.service.js';
import { mapInput, valueIn, type Checked } from '../kernel/errors.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { LastEventId } from '../platform/http/lasting/last-event-id.js';
import { LastingAnswer } from '../platform/http/lasting/lasting-answer.js';
import { CheckedQuery } from '../platform/http/requests/checked-input.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  ListPortalEventsQuery,
  PortalEventListResponse,
  StreamPortalEventsQuery,
} from './dto/portal-event.dto.js';
import { PortalMeResponse } from './dto/portal-me.dto.js';
import { visibleIn } from './portal-customer.rules.js';
import { PortalEventsService } from './portal-events.service.js';
import { PortalMeService } from './portal-me.service.js';
import { toEventRange } from './portal.mapper.js';
import { toPortalEvents, toPortalHearing, toPortalMe } from './portal.presenter.js';

/** Tells customers who they are, and what happens to their tickets [rule 30]. */
@ApiTags('Customer portal')
@Controller('api/customer/v1')
export class PortalDeskController {
  constructor(
    private readonly events: PortalEventsService,
    private readonly me: PortalMeService,
    private readonly listeners: EventListenersService,
  ) {}

  @Get('events')
  @Operation({
    id: 'listPortalEvents',
    summary: 'List what happened to the tickets of the customer, oldest first',
    needs: 'session',
    description:
      'Tells of replies, of new tickets and of other statuses, at the positions of the feed of the desk. A reader keeps `next_after` and ' +
      'asks again with it.',
    response: PortalEventListResponse,
    refusals: [cursorExpired],
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListPortalEventsQuery) query: Checked<ListPortalEventsQuery>,
  ): Promise<Wire<PortalEventListResponse>> {
    return toPortalEvents(await this.events.read(scope, mapInput(query, toEventRange)));
  }

  @Get('events/stream')
  @Operation({
    id: 'streamPortalEvents',
    summary: 'Hear what happens to the tickets of the customer, as it happens',
    needs: 'session',
    description:
      'Answers a stream of server-sent events that lasts, as `streamEvents` does: `data` is the event as the list of events shows it. A session ' +
      'has 10 streams at once (429).',
    transfer: 'stream',
    refusals: [cursorExpired],
  })
  async stream(
    @Tenant() scope: TenantScope,
    @CheckedQuery(StreamPortalEventsQuery) query: Checked<StreamPortalEventsQuery>,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<LastingAnswer> {
    const position = await this.events.listenedFrom(scope, valueIn(toListenedFrom(query, lastEventId)));
    const hearing = toPortalHearing(visibleIn(scope), (page) => this.events.heard(scope, page));
    return new LastingAnswer(position, (line) => this.listeners.listen(scope, hearing, line));
  }

  @Get('me')
  @Operation({
    id: 'getPortalMe',
    summary: 'Get the customer of the session, and the forms',
    needs: 'session',
    response: PortalMeResponse,
  })
  async show(@Tenant() scope: TenantScope): Promise<Wire<PortalMeResponse>> {
    const { customer, expiresAt, forms } = await this.me.get(scope);
    return toPortalMe(customer, expiresAt, forms);
  }
}
