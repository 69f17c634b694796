import { camelCased, definedOnly } from '../../kernel/objects.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { wire } from '../../platform/http/answers/wire.js';
import { toAnswerOf, toPageAnswerOf } from '../../platform/http/answers/pagination.presenter.js';
import type { DeliveryRow, DeliveryWithTries, WantedReplay, Replayed } from '../deliveries/delivery.rules.js';
import type { SecretRow, WantedWebhook, WebhookRow } from '../settings/webhook.rules.js';
import type { WithSecret } from '../settings/webhooks.service.js';
import * as deliveries from './dto/delivery.dto.js';
import * as webhooks from './dto/webhook.dto.js';

export const toWantedWebhook = (body: webhooks.UpdateWebhookDto): WantedWebhook =>
  definedOnly(camelCased(body)) as WantedWebhook;

export const toWantedReplay = (body: deliveries.ReplayDto): WantedReplay => definedOnly(camelCased(body));

export const toWebhookDto = (webhook: WebhookRow): Wire<webhooks.WebhookDto> =>
  wire(webhooks.WebhookDto, webhook, { filter: webhook.filter as Wire<webhooks.WebhookFilterDto> | null });

/** Makes the answer to `GET` of one webhook, from which its entity tag is made, also when it is created. */
export const toWebhookResponse = toAnswerOf('webhook', toWebhookDto);

export const toWebhookListResponse = toPageAnswerOf('webhooks', toWebhookDto);

export function toNewWebhookResponse({
  row,
  secret,
}: WithSecret<WebhookRow>): Wire<webhooks.NewWebhookResponse> {
  return { webhook: { ...toWebhookDto(row), secret } };
}

export function toNewSecretResponse({
  row,
  secret,
}: WithSecret<SecretRow>): Wire<webhooks.NewWebhookSecretResponse> {
  return { secret: wire(webhooks.NewWebhookSecretDto, row, { secret }) };
}

export function toDeliveryDto(delivery: DeliveryRow): Wire<deliveries.DeliveryDto> {
  return wire(deliveries.DeliveryDto, delivery, {
    position: delivery.position === null ? null : Number(delivery.position),
    tries_count: delivery.tries,
    next_try_at: delivery.state === 'pending' ? delivery.dueAt.toISOString() : null,
  });
}

export function toDeliveryResponse(delivery: DeliveryWithTries): Wire<deliveries.DeliveryResponse> {
  return {
    delivery: {
      ...toDeliveryDto(delivery),
      tries: delivery.allTries.map((one) => wire(deliveries.TryDto, one)),
    },
  };
}

export const toDeliveryListResponse = toPageAnswerOf('deliveries', toDeliveryDto);

export function toReplayResponse({ deliveries, nextAfter }: Replayed): Wire<deliveries.ReplayResponse> {
  return { replay: { deliveries, next_after: nextAfter } };
}
