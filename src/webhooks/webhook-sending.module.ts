import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { WebhookDeliveriesController } from './api/webhook-deliveries.controller.js';
import { WebhooksController } from './api/webhooks.controller.js';
import { DeliveryTry } from './sending/delivery-try.service.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { WebhookTries } from './sending/webhook-tries.js';
import { WebhooksModule } from './webhooks.module.js';

const SENDING = [DeliveryTry, WebhookSender, WebhookTries];

/** The routes of webhooks, and whoever sends to endpoints. Commands do without. */
@Module({
  imports: [EventsModule, PlatformModule, WebhooksModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: SENDING,
  exports: [...SENDING, WebhooksModule],
})
export class WebhookSendingModule {}
