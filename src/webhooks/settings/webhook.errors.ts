import { errors, notFound } from '../../kernel/errors.js';
import { MAX_SECRETS, MAX_WEBHOOKS } from './webhook.rules.js';

export const webhookNotFound = notFound('webhook');

/** The error 404, also for a secret that does not sign any more. */
export const webhookSecretNotFound = errors.not_found('secret_not_found', 'The webhook has no such secret.');

/** The error 404, also for a delivery that is not kept any more. */
export const webhookDeliveryNotFound = errors.not_found(
  'delivery_not_found',
  'The webhook has no such delivery.',
);

export const newestSecret = errors.invalid(
  'newest_secret',
  'The newest secret cannot be deleted, because deliveries are signed with it. Make another one first.',
);

export const tooManyWebhooks = errors.invalid(
  'too_many_webhooks',
  `A workspace has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
);

export const tooManySecrets = errors.invalid(
  'too_many_secrets',
  `At most ${MAX_SECRETS} secrets of a webhook sign at the same time. Delete one first.`,
);
