import { Injectable } from '@nestjs/common';
import { EventFeedService, type ListenedFrom } from '../events/feed/event-feed.service.js';
import type { HeardPage } from '../events/feed/workspace-listeners.js';
import { Problems, refuseIfAny, type Checked } from '../kernel/errors.js';
import { NO_DEADLINE } from '../kernel/time/deadline.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { visibleIn } from './portal-customer.rules.js';
import { HEARD_ACTIONS, isForCustomers } from './portal-events.rules.js';
import { PortalRepository, type PortalEventRow } from './portal.repository.js';

export interface PortalEvents {
  readonly events: readonly PortalEventRow[];
  readonly nextAfter: number;
  readonly hasMore: boolean;
}

/** Tells customers what happens to their tickets, at the positions of the feed [rule 30]. */
@Injectable()
export class PortalEventsService {
  constructor(
    private readonly feed: EventFeedService,
    private readonly portal: PortalRepository,
  ) {}

  /** @throws invalid_request, cursor_expired */
  async read(
    scope: TenantScope,
    { value, problems }: Checked<{ readonly after: number | null; readonly limit: number }>,
  ): Promise<PortalEvents> {
    refuseIfAny(new Problems(problems));
    const { after, last } = await this.feed.range(scope, value.after);
    const range = { actions: HEARD_ACTIONS, after, until: last, limit: value.limit };
    const events = await this.portal.events(scope, visibleIn(scope), range);
    const nextAfter = events.length < value.limit ? last : Number(events.at(-1)?.position ?? last);
    return { events, nextAfter, hasMore: nextAfter < last };
  }

  /** Finds the position after which a stream begins. @throws invalid_request, cursor_expired */
  listenedFrom(scope: TenantScope, from: ListenedFrom): Promise<number> {
    return this.feed.listenedFrom(scope, from);
  }

  /** Finds the events that a customer gets from a page of the feed. It queries only when the page has events that customers can get. */
  async heard(
    scope: TenantScope,
    { events, after, nextAfter }: Pick<HeardPage, 'events' | 'after' | 'nextAfter'>,
  ): Promise<readonly PortalEventRow[]> {
    if (!events.some(isForCustomers)) return [];
    const range = { actions: HEARD_ACTIONS, after, until: nextAfter, limit: events.length };
    // A stream goes on after the time of its request.
    return this.portal.events({ ...scope, deadline: NO_DEADLINE }, visibleIn(scope), range);
  }
}
