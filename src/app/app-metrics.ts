import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/env.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { serveMetrics, type MetricsServer } from '../platform/metrics/metrics-server.js';
import type { ProcessMetrics } from '../platform/metrics/process-metrics.js';
import type { WorkerCounts } from '../platform/metrics/workers-metrics.js';

/** Counts the requests of one service process. A worker has no `server`: its supervisor shows its metrics. */
export interface AppMetrics extends Pick<ProcessMetrics, 'observe'> {
  readonly server?: MetricsServer;
  /** Hands over the last numbers of a worker. */
  readonly handOver?: () => Promise<void>;
}

/**
 * Counts the work of the application and serves it at `METRICS_PORT`, when that is set. A worker sends it to its supervisor. Without metrics
 * their code is not even loaded.
 */
export async function startMetrics(
  app: NestExpressApplication,
  { metrics }: Pick<Config, 'metrics'>,
  isWorker: boolean,
): Promise<AppMetrics | undefined> {
  if (metrics === undefined) return undefined;
  const { createMetrics } = await import('../platform/metrics/process-metrics.js');
  const { registry, observe } = createMetrics();
  for (const { metrics: load } of declaredFeatures()) (await load?.())?.(registry, app);
  if (!isWorker) return { observe, server: await serveMetrics(registry, metrics) };
  const { answerForWorker } = await import('../platform/metrics/workers-metrics.js');
  return { observe, handOver: answerForWorker(registry) };
}

/** Serves the sums of the metrics of all workers at `METRICS_PORT`, when that is set. */
export async function startWorkersMetrics(
  workers: WorkerCounts,
  { metrics }: Pick<Config, 'metrics'>,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const { metricsOfWorkers } = await import('../platform/metrics/workers-metrics.js');
  return serveMetrics(metricsOfWorkers(workers), metrics);
}
