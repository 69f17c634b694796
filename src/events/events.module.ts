import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuditLog } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { EventFeedRepository } from './feed/event-feed.repository.js';
import { EventFeed } from './feed/event-feed.service.js';
import { EVENT_RETENTION_DAYS, EventStreams } from './feed/event-streams.service.js';
import { EventsController } from './feed/events.controller.js';

export interface EventOptions {
  /** For how many days the feed shows an event. */
  readonly eventRetentionDays: number;
}

/** What happened: every feature that changes something appends to it. The audit trail and the feed of events read it. */
@Global()
@Module({})
export class EventsModule {
  static forRoot({ eventRetentionDays }: EventOptions): DynamicModule {
    return {
      module: EventsModule,
      providers: [
        { provide: EVENT_RETENTION_DAYS, useValue: eventRetentionDays },
        ...[AuditRepository, AuditLog, EventFeedRepository, EventStreams, EventFeed],
      ],
      exports: [AuditLog, EventStreams, EventFeed],
    };
  }
}

/** The route of the feed. Commands do without. */
@Module({ controllers: [EventsController] })
export class EventFeedModule {}
