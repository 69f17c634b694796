import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricsText } from './metrics-server.js';

/** What the process that started the workers knows of them. */
export interface WorkerCounts {
  readonly running: number;
  readonly restarted: number;
}

/** In a worker: tells the process that started it what it has counted, whenever that asks. */
export function answerForWorker(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** In the process that started them: what all workers have counted, as one, and how many there are. */
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
