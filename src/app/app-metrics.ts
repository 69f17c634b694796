import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/env.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { serveMetrics, type MetricsServer } from '../platform/metrics/metrics-server.js';
import { createMetrics, type ProcessMetrics } from '../platform/metrics/process-metrics.js';
import { answerForWorker, metricsOfWorkers, type WorkerCounts } from '../platform/metrics/workers-metrics.js';

/** Counts the requests of one service process. A worker has no `server`: its supervisor shows its metrics. */
interface AppMetrics extends Pick<ProcessMetrics, 'observe'> {
  readonly server?: MetricsServer;
}

/** Counts the work of the application and serves it at `METRICS_PORT`, when that is set. A worker sends it to its supervisor. */
export async function startMetrics(
  app: NestExpressApplication,
  { metrics }: Pick<Config, 'metrics'>,
  isWorker: boolean,
): Promise<AppMetrics | undefined> {
  if (metrics === undefined) return undefined;
  const { registry, observe } = createMetrics();
  for (const { metrics: load } of declaredFeatures()) (await load?.())?.(registry, app);
  if (!isWorker) return { observe, server: await serveMetrics(registry, metrics) };
  answerForWorker(registry);
  return { observe };
}

/** Serves the sums of the metrics of all workers at `METRICS_PORT`, when that is set. */
export async function startWorkersMetrics(
  workers: WorkerCounts,
  { metrics }: Pick<Config, 'metrics'>,
): Promise<MetricsServer | undefined> {
  return metrics && serveMetrics(metricsOfWorkers(workers), metrics);
}
