import { Module } from '@nestjs/common';
import { WebhookDeliveriesController } from './api/webhook-deliveries.controller.js';
import { WebhooksController } from './api/webhooks.controller.js';
import { DueDeliveriesRepository } from './deliveries/due-deliveries.repository.js';
import { DeliveryTry } from './sending/delivery-try.service.js';
import { WebhookDispatcher } from './sending/webhook-dispatcher.service.js';
import { WebhookSender } from './sending/webhook-sender.js';
import { WebhookTries } from './sending/webhook-tries.js';
import { WebhooksModule } from './webhooks.module.js';

const SENDING = [DeliveryTry, DueDeliveriesRepository, WebhookDispatcher, WebhookSender, WebhookTries];

/** The routes of webhooks, and whoever sends to endpoints. Commands do without. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: SENDING,
  exports: [...SENDING, WebhooksModule],
})
export class WebhookSendingModule {}
