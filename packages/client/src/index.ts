export { advanceClock, type TestClock } from './clock.js';
export {
  CustomerDesk,
  Desk,
  type BatchOptions,
  type CustomerDeskSettings,
  type DeskSettings,
  type UploadOptions,
} from './client.js';
export type { CopiedComment, CopiedTicket, TicketCopy } from './copies.js';
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
export type { CustomerEvent, CustomerEventOptions, DeskEvent, EventOptions } from './events.js';
export { makeKey, type MadeKey } from './keys.js';
export type { CustomerOperations, Operations } from './operations.js';
export type { CustomerStreamOptions, StreamOptions } from './stream.js';
export type { Answer, Body, BodyBytes, Data, Item, List, Options, RequestOptions, Schemas } from './types.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookRules,
} from './webhooks.js';
