import { DomainError } from '../../kernel/errors.js';
import { isUuid, type WebhookDeliveryId, type WebhookId, type WebhookSecretId } from '../../kernel/ids.js';
import { MAX_SECRETS, MAX_WEBHOOKS } from './webhook.rules.js';

/** 404, the same for an unknown webhook, another workspace's, and what can be no id. */
export function webhookNotFound(): DomainError {
  return new DomainError('not_found', 'webhook_not_found', 'There is no such webhook.');
}

/** 404, also for a secret that does not sign any more. */
export function webhookSecretNotFound(): DomainError {
  return new DomainError('not_found', 'secret_not_found', 'The webhook has no such secret.');
}

/** 404, also for a delivery that is not kept any more. */
export function webhookDeliveryNotFound(): DomainError {
  return new DomainError('not_found', 'delivery_not_found', 'The webhook has no such delivery.');
}

/** 422: without the newest secret, nothing would be signed. */
export function newestSecret(): DomainError {
  return new DomainError(
    'invalid',
    'newest_secret',
    'The newest secret cannot be deleted, because deliveries are signed with it. Make another one first.',
  );
}

/** 422: the workspace has as many webhooks as it can. */
export function tooManyWebhooks(): DomainError {
  return new DomainError(
    'invalid',
    'too_many_webhooks',
    `A workspace has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}

/** 422: the webhook has as many secrets as it can. */
export function tooManySecrets(): DomainError {
  return new DomainError(
    'invalid',
    'too_many_secrets',
    `At most ${MAX_SECRETS} secrets of a webhook sign at the same time. Delete one first.`,
  );
}

/** The id of a webhook in a path, in lower case. */
export function webhookIdOf(reference: string): WebhookId {
  if (!isUuid(reference)) throw webhookNotFound();
  return reference.toLowerCase() as WebhookId;
}

/** The id of a secret in a path. */
export function secretIdOf(reference: string): WebhookSecretId {
  if (!isUuid(reference)) throw webhookSecretNotFound();
  return reference.toLowerCase() as WebhookSecretId;
}

/** The id of a delivery in a path. */
export function deliveryIdOf(reference: string): WebhookDeliveryId {
  if (!isUuid(reference)) throw webhookDeliveryNotFound();
  return reference.toLowerCase() as WebhookDeliveryId;
}
