import { Feature } from '../platform/features/feature.js';
import { WEBHOOKS } from './webhooks.feature.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WebhookReader } from './reading/webhook.reader.js';

/** The reader of events that makes deliveries. Commands have it, too. */
@Feature(WEBHOOKS, { jobs: [WebhookReader], imports: [EventsModule, PlatformModule] })
export class WebhookReaderModule {}
