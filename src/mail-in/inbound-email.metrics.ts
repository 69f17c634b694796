import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { showGauge, showWaiting } from '../platform/metrics/process-metrics.js';
import { InboundEmailQueue } from './inbound-email.queue.js';

/** Shows mails that came and have not become anything. Each process counts all workspaces, so the largest value is right. */
export function showInboundEmails(registry: Registry, app: INestApplicationContext): void {
  const queue = app.get(InboundEmailQueue);
  const count = {
    name: 'support_desk_inbound_emails_pending',
    help: 'Mails that came and are still to be judged, in all workspaces, as counted within the last minute.',
  };
  const oldest = {
    name: 'support_desk_inbound_emails_oldest_pending_seconds',
    help: 'How long ago the oldest of them came; 0 when none waits.',
  };
  showWaiting(registry, { count, oldest }, () => queue.waiting);
  const suspended = {
    name: 'support_desk_inbound_emails_suspended',
    help: 'Mails that wait for somebody to look at them, in all workspaces, as counted within the last minute.',
  };
  showGauge(registry, { ...suspended, aggregator: 'max' }, () => queue.suspended);
}
