import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { MetricsText } from './metrics-server.js';
import { showGauge } from './process-metrics.js';

/** The numbers that the main process knows of its workers. */
export interface WorkerCounts {
  readonly running: number;
  readonly restarted: number;
}

/** In a worker: answers with the worker's metrics whenever the main process asks for them. */
export function answerForWorker(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** In the main process: the sum of the metrics of all workers, and the number of workers. */
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
    metrics: async () => {
      const texts = await Promise.all([all.clusterMetrics(), own.metrics()]);
      return texts.join('\n');
    },
  };
}
