import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { MetricsText } from './metrics-server.js';
import { showGauge } from './process-metrics.js';

export interface WorkerCounts {
  readonly running: number;
  readonly restarted: number;
}

/** Answers in a worker with its metrics whenever the main process asks for them. */
export function answerForWorker(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** Adds up the metrics of all workers in the main process, with the number of workers. */
export function metricsOfWorkers(workers: WorkerCounts): MetricsText {
  const all = new AggregatorRegistry();
  const own = new Registry();
  showGauge(own, { name: 'support_desk_workers', help: 'Worker processes that run.' }, () => workers.running);
  new Counter({
    name: 'support_desk_worker_restarts_total',
    help: 'Worker processes that ended by themselves and were replaced.',
    registers: [own],
    collect() {
      this.reset();
      this.inc(workers.restarted);
    },
  });
  return {
    contentType: own.contentType,
    metrics: async () => (await Promise.all([all.clusterMetrics(), own.metrics()])).join('\n'),
  };
}
