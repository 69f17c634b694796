import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { DueDeliveriesRepository } from './deliveries/due-deliveries.repository.js';
import { WebhookSecrets } from './secrets/webhook-secrets.service.js';
import { WebhookReaderModule } from './webhook-reader.module.js';
import { WebhookRepository } from './settings/webhook.repository.js';
import { WebhooksService } from './settings/webhooks.service.js';

/** Webhooks and their deliveries, for commands and for the service (extensions, section 18). */
@Module({
  imports: [EventsModule, PlatformModule, WebhookReaderModule],
  providers: [
    DeliveriesService,
    DeliveryRepository,
    DueDeliveriesRepository,
    WebhookRepository,
    WebhooksService,
    WebhookSecrets,
  ],
  exports: [DeliveriesService, DueDeliveriesRepository, WebhooksService, WebhookSecrets, WebhookReaderModule],
})
export class WebhooksModule {}
