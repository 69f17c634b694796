import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from './config/env.js';
import type { CertificateKeeper } from './http/certificate.js';
import { serveMetrics, type MetricsServer } from './metrics/metrics-server.js';
import { createMetrics, type PoolUse, type ProcessMetrics } from './metrics/process-metrics.js';
import { AccessChanges } from './tenancy/access-changes.js';

/** What a service counts, and where it is shown. */
export type AppMetrics = Pick<ProcessMetrics, 'observe'> & MetricsServer;

/**
 * Begins to count what the application does and shows it at `METRICS_PORT`; does nothing when that is not set.
 * @throws what the system says when it cannot listen there
 */
export async function startMetrics(
  app: NestExpressApplication,
  { metricsHost: host, metricsPort: port }: Pick<Config, 'metricsHost' | 'metricsPort'>,
  certificate: CertificateKeeper | undefined,
): Promise<AppMetrics | undefined> {
  if (port === undefined) return undefined;
  const { registry, observe } = metricsOf(app, certificate);
  const server = await serveMetrics(registry, { host, port });
  return { observe, ...server };
}

function metricsOf(app: NestExpressApplication, certificate: CertificateKeeper | undefined): ProcessMetrics {
  const { master } = app.get(DataSource).driver as unknown as { master: Pool };
  const changes = app.get(AccessChanges);
  return createMetrics({
    poolUse: () => useOf(master),
    hearsDatabase: () => changes.isListening,
    certificateExpiry: () => certificate?.expiresAt,
  });
}

function useOf(pool: Pool): PoolUse {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
  return { total, idle, waiting, size: pool.options.max };
}
