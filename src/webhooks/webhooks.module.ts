import { Feature } from '../platform/features/feature.js';
import { EventsModule } from '../events/events.module.js';
import { FieldsModule } from '../fields/fields.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { DueDeliveriesRepository } from './deliveries/due-deliveries.repository.js';
import { WebhookSecretsService } from './secrets/webhook-secrets.service.js';
import { WebhookRepository } from './settings/webhook.repository.js';
import { WebhookFiltersService } from './settings/webhook-filters.service.js';
import { WebhooksService } from './settings/webhooks.service.js';

/** Webhooks and their deliveries, for commands and for the service [rule 18]. */
@Feature({
  jobs: [WebhooksService],
  imports: [EventsModule, FieldsModule, PlatformModule],
  providers: [
    DeliveriesService,
    DeliveryRepository,
    DueDeliveriesRepository,
    WebhookFiltersService,
    WebhookRepository,
    WebhookSecretsService,
  ],
  exports: [DeliveriesService, DueDeliveriesRepository, WebhookSecretsService],
})
export class WebhooksModule {}
