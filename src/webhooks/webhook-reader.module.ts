import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WebhookReader } from './reading/webhook.reader.js';

/** The reader of events that makes deliveries. Commands have it, too. */
@Module({
  imports: [EventsModule, PlatformModule],
  providers: [WebhookReader],
  exports: [WebhookReader],
})
export class WebhookReaderModule {}
