import { DomainError } from '../../kernel/errors.js';
import { MAX_SECRETS, MAX_WEBHOOKS } from './webhook.rules.js';

/** The error 404, also for a webhook of another workspace. */
export function webhookNotFound(): DomainError {
  return new DomainError('not_found', 'webhook_not_found', 'There is no such webhook.');
}

/** The error 404, also for a secret that does not sign any more. */
export function webhookSecretNotFound(): DomainError {
  return new DomainError('not_found', 'secret_not_found', 'The webhook has no such secret.');
}

/** The error 404, also for a delivery that is not kept any more. */
export function webhookDeliveryNotFound(): DomainError {
  return new DomainError('not_found', 'delivery_not_found', 'The webhook has no such delivery.');
}

export function newestSecret(): DomainError {
  return new DomainError(
    'invalid',
    'newest_secret',
    'The newest secret cannot be deleted, because deliveries are signed with it. Make another one first.',
  );
}

export function tooManyWebhooks(): DomainError {
  return new DomainError(
    'invalid',
    'too_many_webhooks',
    `A workspace has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}

export function tooManySecrets(): DomainError {
  return new DomainError(
    'invalid',
    'too_many_secrets',
    `At most ${MAX_SECRETS} secrets of a webhook sign at the same time. Delete one first.`,
  );
}
