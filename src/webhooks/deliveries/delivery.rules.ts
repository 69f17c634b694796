import type { EventType } from '../../events/feed/event-types.js';
import type { WebhookId } from '../../kernel/ids.js';
import type { DeliveryState, WebhookDelivery } from '../entities/webhook-delivery.entity.js';
import type { WebhookTry } from '../entities/webhook-try.entity.js';
import type { Webhook } from '../entities/webhook.entity.js';

/** The type of a test. It is no event, so the feed does not have it. */
export const TEST_TYPE = 'webhook.test';

export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

/** A delivery as clients see it. */
export type DeliveryRow = Pick<
  WebhookDelivery,
  'id' | 'type' | 'position' | 'state' | 'tries' | 'dueAt' | 'createdAt' | 'finishedAt'
>;

export type TryRow = Pick<WebhookTry, 'number' | 'at' | 'status' | 'error' | 'milliseconds' | 'answer'>;

/** A delivery with its latest tries, oldest first. */
export type DeliveryWithTries = DeliveryRow & { readonly allTries: readonly TryRow[] };

/** A client's wish to have events sent again. */
export interface WantedReplay {
  /** Events behind this position; from the oldest that is shown when it is absent. */
  readonly after?: number;
  /** Up to this position; to the newest when it is absent. */
  readonly until?: number;
  /** Those of the webhook when it is absent. */
  readonly types?: readonly EventType[];
  readonly failedOnly?: boolean;
}

export interface Replayed {
  readonly deliveries: number;
  /** The `after` of the next request; null when there is nothing left. */
  readonly nextAfter: number | null;
}

/** An endpoint for which something waits. */
export interface WaitingEndpoint {
  readonly id: WebhookId;
  readonly isFailing: boolean;
  /** Below 0: it has been due for a while. */
  readonly dueInMs: number;
}

/** A delivery that this process has taken, and all that it needs to send it. */
export interface TakenDelivery
  extends
    Pick<WebhookDelivery, 'id' | 'webhookId' | 'type' | 'position' | 'failures' | 'createdAt'>,
    Pick<Webhook, 'url' | 'failingSince'> {
  /** Each as `<id>:<hex of what is sealed>`, newest first. */
  readonly secrets: readonly string[];
}

/** The record of a try. */
export interface FinishedTry
  extends
    Pick<WebhookDelivery, 'webhookId' | 'id' | 'state' | 'failures'>,
    Pick<WebhookTry, 'status' | 'error' | 'milliseconds' | 'answer'> {
  readonly lease: string;
  /** When the next try is due, in milliseconds from now; 0 when there is none. */
  readonly waitMs: number;
}
