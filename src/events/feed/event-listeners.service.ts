import { Injectable, Logger } from '@nestjs/common';
import { traceOf } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { FairShares } from '../../platform/limits/fair-shares.js';
import { tenantScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { EventFeedService } from './event-feed.service.js';
import { EventStreams } from './event-streams.job.js';
import { WorkspaceListeners, type Hearing, type ListeningLine } from './workspace-listeners.js';

/** Listeners check about this often for events that another process has written. */
const LOOK_EVERY_MS = 250;

/** With many workspaces, each is checked less often: a process makes at most 250 checks in a second. */
const LOOK_APART_MS = 4;

/** Chance makes a pause shorter or longer by this part, so that checks do not coincide. */
const CHANCE = 0.2;

/** At most this number of reads of the feed and texts for listeners run at the same time, so that connections are left for requests. */
const READS_AT_ONCE = 2;

const PATIENCE_MS = 10_000;

/** Tells open streams what happens in their workspaces, as soon as it has a position [rule 33]. */
@Injectable()
export class EventListenersService {
  private readonly logger = new Logger(EventListenersService.name);
  private readonly workspaces = new Map<WorkspaceId, WorkspaceListeners>();
  private readonly turns = new FairShares(READS_AT_ONCE, READS_AT_ONCE);

  constructor(
    private readonly feed: EventFeedService,
    streams: EventStreams,
  ) {
    streams.onPlaced(({ workspaceId }) => this.workspaces.get(workspaceId)?.wake());
  }

  /** Sends a line all events after its position. @returns a function that ends that */
  listen({ workspaceId }: TenantScope, hearing: Hearing, line: ListeningLine): () => void {
    const listeners = this.workspaces.get(workspaceId) ?? this.listenersOf(workspaceId);
    this.workspaces.set(workspaceId, listeners);
    const leave = listeners.add(hearing, line);
    return () => {
      leave();
      if (listeners.size === 0) this.workspaces.delete(workspaceId);
    };
  }

  private listenersOf(workspaceId: WorkspaceId): WorkspaceListeners {
    return new WorkspaceListeners(tenantScope(workspaceId), this.feed, {
      pauseMs: () =>
        Math.max(LOOK_EVERY_MS, this.workspaces.size * LOOK_APART_MS) *
        (1 + CHANCE * (2 * Math.random() - 1)),
      turn: () => this.turns.take(workspaceId, PATIENCE_MS),
      failed: (error) => {
        this.logger.error({ code: 'events_not_heard', error: traceOf(error) });
      },
    });
  }
}
