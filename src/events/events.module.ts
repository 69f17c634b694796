import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { EventFeedRepository } from './feed/event-feed.repository.js';
import { EventFeed } from './feed/event-feed.service.js';
import { EventStreams } from './feed/event-streams.service.js';
import { EventsController } from './feed/events.controller.js';

/** The audit trail, to which every feature appends what it changes, and the feed of events. */
@Module({
  imports: [PlatformModule],
  providers: [AuditRepository, AuditLog, EventFeedRepository, EventStreams, EventFeed],
  exports: [AuditLog, EventStreams, EventFeed],
})
export class EventsModule {}

/** The route of the feed. Commands do without. */
@Module({ imports: [EventsModule, PlatformModule], controllers: [EventsController] })
export class EventFeedModule {}
