import { camelCased, definedOnly } from '../../kernel/objects.js';
import type { Page } from '../../kernel/page.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.presenter.js';
import type {
  DeliveryRow,
  DeliveryWithTries,
  TryRow,
  WantedReplay,
  Replayed,
} from '../deliveries/delivery.rules.js';
import type { SecretRow, WantedWebhook, WebhookRow } from '../settings/webhook.rules.js';
import type { WithSecret } from '../settings/webhooks.service.js';
import type * as deliveries from './dto/delivery.dto.js';
import type * as webhooks from './dto/webhook.dto.js';

export const toWantedWebhook = (body: webhooks.UpdateWebhookDto): WantedWebhook =>
  definedOnly(camelCased(body));

export const toWantedReplay = (body: deliveries.ReplayDto): WantedReplay => definedOnly(camelCased(body));

export function toWebhookDto(webhook: WebhookRow): Wire<webhooks.WebhookDto> {
  return {
    id: webhook.id,
    url: webhook.url,
    types: [...webhook.types],
    include_notes: webhook.includeNotes,
    include_silent: webhook.includeSilent,
    state: webhook.state,
    disabled_reason: webhook.disabledReason,
    secrets: webhook.secrets.map(toSecretDto),
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  };
}

/** Makes the answer to `GET` of one webhook, from which its entity tag is made, also when it is created. */
export function toWebhookResponse(webhook: WebhookRow): Wire<webhooks.WebhookResponse> {
  return { webhook: toWebhookDto(webhook) };
}

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
  return { secret: { ...toSecretDto(row), secret } };
}

export function toDeliveryDto(delivery: DeliveryRow): Wire<deliveries.DeliveryDto> {
  return {
    id: delivery.id,
    type: delivery.type,
    position: delivery.position === null ? null : Number(delivery.position),
    state: delivery.state,
    tries_count: delivery.tries,
    next_try_at: delivery.state === 'pending' ? delivery.dueAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
  };
}

export function toDeliveryResponse(delivery: DeliveryWithTries): Wire<deliveries.DeliveryResponse> {
  return { delivery: { ...toDeliveryDto(delivery), tries: delivery.allTries.map(toTryDto) } };
}

export function toDeliveryListResponse(page: Page<DeliveryRow>): Wire<deliveries.DeliveryListResponse> {
  return { deliveries: page.items.map(toDeliveryDto), pagination: toPaginationDto(page) };
}

export function toReplayResponse({ deliveries, nextAfter }: Replayed): Wire<deliveries.ReplayResponse> {
  return { replay: { deliveries, next_after: nextAfter } };
}

function toSecretDto({ id, createdAt, expiresAt }: SecretRow): Wire<webhooks.WebhookSecretDto> {
  return { id, created_at: createdAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null };
}

function toTryDto({ number, at, status, error, milliseconds, answer }: TryRow): Wire<deliveries.TryDto> {
  return { number, at: at.toISOString(), status, error, milliseconds, answer };
}
