import type { INestApplicationContext } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { showGauge, showWaiting } from '../../platform/metrics/process-metrics.js';
import { WebhookQueue } from './webhook.queue.js';
import { WebhookTries } from './webhook-tries.js';

/** Shows waiting deliveries, and the tries of this process. Each process counts all workspaces, so the largest value is right. */
export function showWebhooks(registry: Registry, app: INestApplicationContext): void {
  const registers = [registry];
  const tries = app.get(WebhookTries);
  showDeliveries(registry, app.get(WebhookQueue));
  new Counter({
    name: 'support_desk_webhook_deliveries_total',
    help: 'Deliveries that endpoints of webhooks have taken.',
    registers,
    collect() {
      this.reset();
      this.inc(tries.delivered);
    },
  });
  new Counter({
    name: 'support_desk_webhook_failures_total',
    help: 'Tries of deliveries that failed, by webhook: the first 100 that failed by id, "other" for the rest.',
    labelNames: ['webhook'],
    registers,
    collect() {
      this.reset();
      for (const [webhook, count] of tries.failures) this.inc({ webhook }, count);
    },
  });
}

function showDeliveries(registry: Registry, queue: WebhookQueue): void {
  const count = {
    name: 'support_desk_webhook_deliveries_pending',
    help: 'Deliveries that wait for a try, the first one or another, as of the last minute.',
  };
  const oldest = {
    name: 'support_desk_webhook_oldest_pending_seconds',
    help: 'How long ago the oldest of them was made; 0 when none waits.',
  };
  showWaiting(registry, { count, oldest }, () => queue.waiting);
  const overdue = {
    name: 'support_desk_webhook_overdue_seconds',
    help: 'For how long a try has been due that nobody has made, of endpoints that take what they get; 0 when there is none.',
  };
  showGauge(registry, { ...overdue, aggregator: 'max' }, () => queue.waiting.overdueSeconds);
}
