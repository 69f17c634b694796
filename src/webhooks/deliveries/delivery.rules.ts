import type { WebhookId } from '../../kernel/ids.js';
import type { DeliveryState, Webhook, WebhookDelivery, WebhookTry } from '../entities/webhook.entity.js';

/** The type of a test, which is no event, so the feed does not have it. */
export const TEST_TYPE = 'webhook.test';

export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

export type DeliveryRow = Pick<
  WebhookDelivery,
  'id' | 'type' | 'position' | 'state' | 'tries' | 'dueAt' | 'createdAt' | 'finishedAt'
>;

export type TryRow = Pick<WebhookTry, 'number' | 'at' | 'status' | 'error' | 'milliseconds' | 'answer'>;

/** A delivery with its latest tries, oldest first. */
export type DeliveryWithTries = DeliveryRow & { readonly allTries: readonly TryRow[] };

export interface WantedReplay {
  readonly after?: number;
  readonly until?: number;
  readonly types?: readonly string[];
  readonly failedOnly?: boolean;
}

export interface Replayed {
  readonly deliveries: number;
  /** The `after` of the next request; null when there is nothing left. */
  readonly nextAfter: number | null;
}

export interface WaitingEndpoint {
  readonly id: WebhookId;
  readonly isFailing: boolean;
  /** Milliseconds until the next delivery is due; below 0 when it has been due for a while. */
  readonly dueInMs: number;
}

/** A delivery that this process has taken, with the properties that sending it needs. */
export interface TakenDelivery
  extends
    Pick<WebhookDelivery, 'id' | 'webhookId' | 'type' | 'position' | 'failures' | 'createdAt'>,
    Pick<Webhook, 'url' | 'failingSince' | 'beginsAfter'> {
  /** Tells whether the webhook includes notes now. That may have changed since the delivery was made. */
  readonly includesNotes: boolean;
  /** Each is `<id>:<hex of the sealed secret>`, newest first. */
  readonly secrets: readonly string[];
}

export interface FinishedTry
  extends
    Pick<WebhookDelivery, 'webhookId' | 'id' | 'state' | 'failures'>,
    Pick<WebhookTry, 'status' | 'error' | 'milliseconds' | 'answer'> {
  readonly lease: string;
  /** Milliseconds until the next try; 0 when there is none. */
  readonly waitMs: number;
}
