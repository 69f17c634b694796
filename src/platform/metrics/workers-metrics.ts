import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import type { MetricsText } from './metrics-server.js';
import { showGauge } from './process-metrics.js';

export interface WorkerCounts {
  readonly running: number;
  readonly restarted: number;
}

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A message of a worker with the metrics of its registries. */
interface MetricsMessage {
  readonly type: string;
  readonly metrics?: readonly Metrics[];
}

/** prom-client answers the main process with this type. */
const ANSWER = 'prom-client:getMetricsRes';
/** A worker that ends sends its last metrics with this type. */
const LAST = 'support-desk:lastMetrics';
/** Metrics of these types only grow. The others say how it is now, and end with their worker. */
const COUNTED = new Set(['counter', 'histogram']);
/** At most this number of values of one metric is kept of workers that have ended: each can name other workspaces. */
const KEPT_VALUES = 20_000;

/**
 * Answers in a worker with its metrics whenever the main process asks for them.
 * @returns what a worker calls at its end, to hand over what it has counted since the main process last asked
 */
export function answerForWorker(registry: Registry): () => Promise<void> {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
  return async () => {
    const message: MetricsMessage = { type: LAST, metrics: [await registry.getMetricsAsJSON()] };
    // The main process may have ended. Then nobody needs the numbers.
    if (!process.connected) return;
    await new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));
  };
}

/** Knows the last metrics of each worker. What ended workers have counted stays, so that no sum falls: a counter that falls counts as a new one. */
class WorkersMetrics {
  private readonly last = new Map<number, Metrics>();
  private ended: Metrics = [];

  constructor() {
    cluster.on('message', (worker, { type, metrics }: MetricsMessage) => {
      if ((type === ANSWER || type === LAST) && metrics) this.last.set(worker.id, metrics.flat());
    });
    // All messages of a worker have come by then.
    cluster.on('disconnect', (worker) => {
      this.keep(worker);
    });
  }

  /** The sums of all workers, as of their last answers. */
  text(): Promise<string> {
    return AggregatorRegistry.aggregate([this.ended, ...this.last.values()]).metrics();
  }

  private keep({ id }: Worker): void {
    const counted = (this.last.get(id) ?? []).filter(({ type }) => COUNTED.has(String(type)));
    this.last.delete(id);
    const sums = AggregatorRegistry.aggregate([this.ended, counted]).getMetricsAsArray() as Metrics;
    this.ended = sums.map((metric) => ({ ...metric, values: metric.values.slice(0, KEPT_VALUES) }));
  }
}

/** Adds up the metrics of all workers in the main process, with the number of workers. */
export function metricsOfWorkers(workers: WorkerCounts): MetricsText {
  const asking = new AggregatorRegistry();
  const all = new WorkersMetrics();
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
      // Its sums are those of the workers that run now.
      await asking.clusterMetrics();
      return (await Promise.all([all.text(), own.metrics()])).join('\n');
    },
  };
}
