import { Injectable } from '@nestjs/common';
import type { WebhookId } from '../../kernel/ids.js';

/** The most failing endpoints that metrics name. All others count under `other`. */
const NAMES = 100;

/** Counts tries for the metrics of this process. The number of names does not grow with the number of webhooks. */
@Injectable()
export class WebhookTries {
  delivered = 0;
  readonly failures = new Map<string, number>();

  count(webhookId: WebhookId, isDelivered: boolean): void {
    if (isDelivered) {
      this.delivered += 1;
      return;
    }
    const name = this.failures.has(webhookId) || this.failures.size < NAMES ? webhookId : 'other';
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }
}
