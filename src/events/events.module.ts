import { Feature } from '../platform/features/feature.js';
import { RETIRE } from './feed/event-feed.sql.js';
import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { ActingCustomers } from './feed/acting-customers.js';
import { EventFeedRepository } from './feed/event-feed.repository.js';
import { EventFeedService } from './feed/event-feed.service.js';
import { EventListenersService } from './feed/event-listeners.service.js';
import { EventStreams } from './feed/event-streams.job.js';
import { EventsController } from './feed/events.controller.js';

/** The audit trail, to which every feature appends what it changes, and the feed of events. */
@Feature({
  jobs: [EventStreams],
  sweeps: [{ statement: RETIRE, values: ({ eventRetentionDays }) => [eventRetentionDays] }],
  imports: [PlatformModule],
  providers: [
    ActingCustomers,
    AuditRepository,
    AuditLogService,
    EventFeedRepository,
    EventFeedService,
    EventListenersService,
  ],
  exports: [ActingCustomers, AuditLogService, EventFeedService, EventListenersService],
})
export class EventsModule {}

/** Adds the route of the feed, which commands do not need. */
@Module({ imports: [EventsModule, PlatformModule], controllers: [EventsController] })
export class EventFeedModule {}
