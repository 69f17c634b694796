import { Feature } from '../platform/features/feature.js';
import { WebhookQueue } from './sending/webhook.queue.js';
import { WEBHOOK_SWEEPS } from './deliveries/delivery.sql.js';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WebhookDeliveriesController, WebhooksController } from './api/webhooks.controller.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { DeliveryTryService } from './sending/delivery-try.service.js';
import { WebhookTries } from './sending/webhook-tries.js';
import { WebhooksModule } from './webhooks.module.js';

const SENDING = [DeliveryTryService, WebhookSender, WebhookTries];

/** The routes of webhooks, and whoever sends to endpoints. Commands do not need them. */
@Feature({
  jobs: [WebhookQueue],
  sweeps: WEBHOOK_SWEEPS,
  imports: [EventsModule, PlatformModule, WebhooksModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: SENDING,
  exports: [...SENDING, WebhooksModule],
})
export class WebhookSendingModule {}
