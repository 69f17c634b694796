import type { EventType } from '../../events/feed/event-types.js';
import type { WebhookDeliveryId, WebhookId } from '../../kernel/ids.js';
import type { DeliveryState } from '../entities/webhook-delivery.entity.js';

/** What a test says it is. It is no event, so the feed does not have it. */
export const TEST_TYPE = 'webhook.test';

export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed'];

/** A delivery as clients see it. */
export interface DeliveryRow {
  /** The id of the event. */
  readonly id: WebhookDeliveryId;
  readonly type: string;
  /** A whole number; null for a test. */
  readonly position: string | null;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** One try of a delivery. */
export interface TryRow {
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly answer: string | null;
}

/** A delivery with its latest tries, oldest first. */
export type DeliveryWithTries = DeliveryRow & { readonly allTries: readonly TryRow[] };

/** What a client wants to have sent again. */
export interface WantedReplay {
  /** Events behind this position; from the oldest that is shown when it is absent. */
  readonly after?: number;
  /** Up to this position; to the newest when it is absent. */
  readonly until?: number;
  /** Those of the webhook when it is absent. */
  readonly types?: readonly EventType[];
  readonly failedOnly?: boolean;
}

/** What a replay did. */
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
export interface TakenDelivery {
  readonly id: WebhookDeliveryId;
  readonly webhookId: WebhookId;
  readonly type: string;
  readonly position: string | null;
  readonly failures: number;
  readonly createdAt: Date;
  readonly url: string;
  readonly failingSince: Date | null;
  /** Each as `<id>:<hex of what is sealed>`, newest first. */
  readonly secrets: readonly string[];
}

/** What is written down of a try. */
export interface FinishedTry {
  readonly webhookId: WebhookId;
  readonly id: WebhookDeliveryId;
  readonly lease: string;
  readonly state: DeliveryState;
  readonly failures: number;
  /** When the next try is due, in milliseconds from now; 0 when there is none. */
  readonly waitMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly answer: string | null;
}
