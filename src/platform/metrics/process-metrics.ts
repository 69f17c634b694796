import { collectDefaultMetrics, Gauge, Registry, type GaugeConfiguration } from 'prom-client';
import { RequestMetrics } from './request-metrics.js';

export interface ProcessMetrics extends Pick<RequestMetrics, 'observe'> {
  readonly registry: Registry;
}

/** Starts to measure requests, event loop, memory and processor. */
export function createMetrics(): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  showSlowestEventLoop(registry);
  return { registry, observe: new RequestMetrics(registry).observe };
}

type Described = Pick<GaugeConfiguration<string>, 'name' | 'help' | 'aggregator'>;

/** Shows a number that is read when the metrics are collected. `aggregator` joins those of several workers; the default is the sum. */
export function showGauge(registry: Registry, description: Described, read: () => number): void {
  new Gauge({
    ...description,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/**
 * Shows how many pieces of work wait, and for how many seconds the oldest of them has waited. Each process counts all workspaces, so the
 * largest value is right.
 */
export function showWaiting(
  registry: Registry,
  { count, oldest }: { readonly count: Described; readonly oldest: Described },
  read: () => { readonly count: number; readonly oldestSeconds: number },
): void {
  showGauge(registry, { ...count, aggregator: 'max' }, () => read().count);
  showGauge(registry, { ...oldest, aggregator: 'max' }, () => read().oldestSeconds);
}

/** With several processes, shows the largest delay instead of the mean: it says how long requests can wait. */
function showSlowestEventLoop(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.name.startsWith('nodejs_eventloop_lag_p')) Object.assign(metric, { aggregator: 'max' });
  }
}
