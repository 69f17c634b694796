import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { showWaiting } from '../platform/metrics/process-metrics.js';
import { MomentsQueue } from './moments.queue.js';

/** Shows the moments of tickets that have come and have no event yet. */
export function showMoments(registry: Registry, app: INestApplicationContext): void {
  const queue = app.get(MomentsQueue);
  const count = {
    name: 'support_desk_moments_waiting',
    help: 'Dates of tickets that have passed and have no event yet, in all workspaces, as counted within the last minute.',
  };
  const oldest = {
    name: 'support_desk_moments_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showWaiting(registry, { count, oldest }, () => queue.waiting);
}
