import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { showGauge } from '../../platform/metrics/process-metrics.js';
import { EventStreams } from './event-streams.job.js';

/** Shows the events that this process has written and that have no position yet. */
export function showEvents(registry: Registry, app: INestApplicationContext): void {
  const streams = app.get(EventStreams);
  const waiting = {
    name: 'support_desk_events_waiting',
    help: 'Events that this process has written and that have no position in the feed yet.',
  };
  showGauge(registry, waiting, () => streams.waiting?.count ?? 0);
  const oldest = {
    name: 'support_desk_events_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited; 0 when none waits.',
  };
  showGauge(registry, { ...oldest, aggregator: 'max' }, () => secondsSince(streams.waiting?.since));
}

const secondsSince = (moment: number | undefined): number =>
  moment === undefined ? 0 : (performance.now() - moment) / 1000;
