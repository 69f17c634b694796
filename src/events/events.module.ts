import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { EventFeedRepository } from './feed/event-feed.repository.js';
import { EventFeed } from './feed/event-feed.service.js';
import { EventStreams } from './feed/event-streams.service.js';
import { EventReaders } from './readers/event-readers.service.js';
import { EventsController } from './feed/events.controller.js';

/** What happened: every feature that changes something appends to it. The audit trail and the feed of events read it. */
@Module({
  imports: [PlatformModule],
  providers: [
    ...[AuditRepository, AuditLog, EventFeedRepository, EventStreams, EventFeed],
    ...[EventReaders],
  ],
  exports: [AuditLog, EventStreams, EventFeed, EventReaders],
})
export class EventsModule {}

/** The route of the feed. Commands do without. */
@Module({ imports: [EventsModule, PlatformModule], controllers: [EventsController] })
export class EventFeedModule {}
