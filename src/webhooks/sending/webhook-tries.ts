import { Injectable } from '@nestjs/common';
import type { WebhookId } from '../../kernel/ids.js';

/** So many endpoints with failures have a name of their own. Any further one counts under `other`. */
const NAMES = 100;

/** Counts tries for the metrics of this process. The number of names does not grow with the number of webhooks. */
@Injectable()
export class WebhookTries {
  private readonly failed = new Map<string, number>();
  private deliveredCount = 0;

  count(webhookId: WebhookId, isDelivered: boolean): void {
    if (isDelivered) {
      this.deliveredCount += 1;
      return;
    }
    const name = this.failed.has(webhookId) || this.failed.size < NAMES ? webhookId : 'other';
    this.failed.set(name, (this.failed.get(name) ?? 0) + 1);
  }

  get delivered(): number {
    return this.deliveredCount;
  }

  /** Failed tries by the id of the webhook. */
  get failures(): ReadonlyMap<string, number> {
    return this.failed;
  }
}
