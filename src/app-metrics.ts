import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from './config/env.js';
import { poolOf } from './database/connection-pool.js';
import { REPLICA, type Replica } from './database/replica/replica.js';
import type { CertificateKeeper } from './http/certificate.js';
import { serveMetrics, type MetricsServer } from './metrics/metrics-server.js';
import { createMetrics, type PoolUse, type ProcessMetrics } from './metrics/process-metrics.js';
import { answerForWorker, metricsOfWorkers, type WorkerCounts } from './metrics/workers-metrics.js';
import { AccessChanges } from './tenancy/access-changes.js';

type Place = Pick<Config, 'metricsHost' | 'metricsPort'>;

/** What a service counts; `server` shows it, unless it is a worker. */
export interface AppMetrics extends Pick<ProcessMetrics, 'observe'> {
  readonly server: MetricsServer | undefined;
}

/**
 * Begins to count what the application does and shows it at `METRICS_PORT`; a worker tells it to the process that started it.
 * Does nothing when that port is not set.
 * @throws what the system says when it cannot listen there
 */
export async function startMetrics(
  app: NestExpressApplication,
  { metricsHost: host, metricsPort: port }: Place,
  { certificate, isWorker }: { certificate: CertificateKeeper | undefined; isWorker: boolean },
): Promise<AppMetrics | undefined> {
  if (port === undefined) return undefined;
  const { registry, observe } = metricsOf(app, certificate);
  if (isWorker) answerForWorker(registry);
  const server = isWorker ? undefined : await serveMetrics(registry, { host, port });
  return { observe, server };
}

/**
 * Shows what all workers count at `METRICS_PORT`, when that is set.
 * @throws what the system says when it cannot listen there
 */
export async function startWorkersMetrics(
  workers: WorkerCounts,
  { metricsHost: host, metricsPort: port }: Place,
): Promise<MetricsServer | undefined> {
  return port === undefined ? undefined : serveMetrics(metricsOfWorkers(workers), { host, port });
}

function metricsOf(app: NestExpressApplication, certificate: CertificateKeeper | undefined): ProcessMetrics {
  const primary = poolOf(app.get(DataSource));
  const changes = app.get(AccessChanges);
  const replica = app.get<Replica | null>(REPLICA) ?? undefined;
  return createMetrics({
    poolUses: () => [useOf('primary', primary), ...(replica ? [useOf('standby', replica.connections)] : [])],
    readsFromStandby: () => replica && replica.pool !== null,
    hearsDatabase: () => changes.isListening,
    certificateExpiry: () => certificate?.expiresAt,
  });
}

function useOf(server: PoolUse['server'], pool: Pool): PoolUse {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
  return { server, total, idle, waiting, size: pool.options.max };
}
