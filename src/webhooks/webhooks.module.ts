import { Module } from '@nestjs/common';
import { VocabularyModule } from '../vocabulary/vocabulary.module.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { WebhookSecrets } from './secrets/webhook-secrets.service.js';
import { WebhookRepository } from './settings/webhook.repository.js';
import { WebhooksService } from './settings/webhooks.service.js';

/** Webhooks and what is delivered to them, for commands and for the service (extensions, section 18). */
@Module({
  imports: [VocabularyModule],
  providers: [DeliveriesService, DeliveryRepository, WebhookRepository, WebhooksService, WebhookSecrets],
  exports: [DeliveriesService, WebhooksService, WebhookSecrets],
})
export class WebhooksModule {}
