import { definedOnly } from '../../kernel/objects.js';
import type { Page } from '../../kernel/page.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.dto.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import type {
  DeliveryRow,
  DeliveryWithTries,
  TryRow,
  WantedReplay,
  Replayed,
} from '../deliveries/delivery.rules.js';
import type { SecretRow, WantedWebhook, WebhookRow } from '../settings/webhook.rules.js';
import type { WithSecret } from '../settings/webhooks.service.js';
import type {
  DeliveryDto,
  DeliveryListResponse,
  DeliveryResponse,
  ReplayDto,
  ReplayResponse,
  TryDto,
} from './dto/delivery.dto.js';
import type {
  CreateWebhookDto,
  NewWebhookResponse,
  NewWebhookSecretResponse,
  UpdateWebhookDto,
  WebhookDto,
  WebhookResponse,
  WebhookSecretDto,
} from './dto/webhook.dto.js';

/** Converts the body of a creation or an update. */
export function toWantedWebhook(body: Partial<CreateWebhookDto | UpdateWebhookDto>): WantedWebhook {
  return definedOnly({
    url: body.url,
    types: body.types,
    includeNotes: body.include_notes,
    includeSilent: body.include_silent,
    state: body.state,
  });
}

export function toWantedReplay(body: ReplayDto): WantedReplay {
  return definedOnly({
    after: body.after,
    until: body.until,
    types: body.types,
    failedOnly: body.failed_only,
  });
}

export function toWebhookDto(webhook: WebhookRow): Wire<WebhookDto> {
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

/** The answer to `GET` of one webhook. Its entity tag is made from this, also when it is created. */
export function toWebhookResponse(webhook: WebhookRow): Wire<WebhookResponse> {
  return { webhook: toWebhookDto(webhook) };
}

export function toNewWebhookResponse({ row, secret }: WithSecret<WebhookRow>): Wire<NewWebhookResponse> {
  return { webhook: { ...toWebhookDto(row), secret } };
}

export function toNewSecretResponse({ row, secret }: WithSecret<SecretRow>): Wire<NewWebhookSecretResponse> {
  return { secret: { ...toSecretDto(row), secret } };
}

export function toDeliveryDto(delivery: DeliveryRow): Wire<DeliveryDto> {
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

export function toDeliveryResponse(delivery: DeliveryWithTries): Wire<DeliveryResponse> {
  return { delivery: { ...toDeliveryDto(delivery), tries: delivery.allTries.map(toTryDto) } };
}

export function toDeliveryListResponse(page: Page<DeliveryRow>): Wire<DeliveryListResponse> {
  return { deliveries: page.items.map(toDeliveryDto), pagination: toPaginationDto(page) };
}

export function toReplayResponse({ deliveries, nextAfter }: Replayed): Wire<ReplayResponse> {
  return { replay: { deliveries, next_after: nextAfter } };
}

function toSecretDto({ id, createdAt, expiresAt }: SecretRow): Wire<WebhookSecretDto> {
  return { id, created_at: createdAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null };
}

function toTryDto({ number, at, status, error, milliseconds, answer }: TryRow): Wire<TryDto> {
  return { number, at: at.toISOString(), status, error, milliseconds, answer };
}
