export { Desk, type DeskSettings, type UploadOptions } from './client.js';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DeskError,
  GoneError,
  InvalidRequestError,
  NotFoundError,
  NotModifiedError,
  PermissionError,
  PreconditionFailedError,
  RateLimitedError,
  UnavailableError,
  type FieldError,
} from './errors.js';
export type { DeskEvent, EventOptions } from './events.js';
export { makeKey, type MadeKey } from './keys.js';
export type { Operations } from './operations.js';
export type { Answer, Body, BodyBytes, Data, Item, List, Options, RequestOptions, Schemas } from './types.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookRules,
} from './webhooks.js';
