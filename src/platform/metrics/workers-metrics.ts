import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricsText } from './metrics-server.js';

/** What the main process knows about its workers. */
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
  const own = countWorkers(workers);
  return {
    contentType: own.contentType,
    metrics: async () => {
      const texts = await Promise.all([all.clusterMetrics(), own.metrics()]);
      return texts.join('\n');
    },
  };
}

function countWorkers(workers: WorkerCounts): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'support_desk_workers',
    help: 'Worker processes that run.',
    registers,
    collect() {
      this.set(workers.running);
    },
  });
  new Counter({
    name: 'support_desk_worker_restarts_total',
    help: 'Worker processes that ended by themselves and were replaced.',
    registers,
    collect() {
      this.reset();
      this.inc(workers.restarted);
    },
  });
  return registry;
}
