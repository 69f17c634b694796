import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { EventStreams } from '../events/feed/event-streams.service.js';
import { MailJob } from '../mail/sending/mail.job.js';
import { SentMail } from '../mail/sending/sent-mail.js';
import { SmtpSender } from '../mail/sending/smtp-sender.js';
import type { Config } from '../platform/config/env.js';
import { poolOf } from '../platform/database/pg-internals.js';
import { REPLICA, type Replica } from '../platform/database/replica/replica.js';
import type { CertificateKeeper } from '../platform/http/server/certificate.js';
import { serveMetrics, type MetricsServer } from '../platform/metrics/metrics-server.js';
import {
  createMetrics,
  type MetricSources,
  type PoolUse,
  type ProcessMetrics,
  type WaitingCount,
} from '../platform/metrics/process-metrics.js';
import { answerForWorker, metricsOfWorkers, type WorkerCounts } from '../platform/metrics/workers-metrics.js';
import { AccessChanges } from '../platform/tenancy/access-changes.js';
import { WebhookDeliveriesJob } from '../webhooks/sending/webhook-deliveries.job.js';
import { showWebhooks } from '../webhooks/sending/webhook-metrics.js';
import { WebhookTries } from '../webhooks/sending/webhook-tries.js';

type Place = Pick<Config, 'metricsHost' | 'metricsPort'>;

/**
 * The metrics of one service process. `server` is undefined in a worker: there the process that started it shows them.
 */
export interface AppMetrics extends Pick<ProcessMetrics, 'observe'> {
  readonly server: MetricsServer | undefined;
}

/**
 * Starts to count what the application does, and shows the metrics at `METRICS_PORT`. A worker sends them to the
 * process that started it instead. Does nothing when that port is not set.
 * @throws the system's error when it cannot listen there
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
 * Shows the sum of what all workers count at `METRICS_PORT`, when that is set.
 * @throws the system's error when it cannot listen there
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
  const streams = app.get(EventStreams);
  const replica = app.get<Replica | null>(REPLICA) ?? undefined;
  const metrics = createMetrics({
    poolUses: () => [useOf('primary', primary), ...(replica ? [useOf('standby', replica.connections)] : [])],
    readsFromStandby: () => replica && replica.pool !== null,
    hearsDatabase: () => changes.isListening,
    certificateExpiry: () => certificate?.expiresAt,
    waitingEvents: () => waitingIn(streams),
    mail: mailOf(app),
  });
  showWebhooks(metrics.registry, app.get(WebhookDeliveriesJob), app.get(WebhookTries));
  return metrics;
}

function waitingIn({ waiting }: EventStreams): WaitingCount {
  if (!waiting) return { count: 0, oldestSeconds: 0 };
  return { count: waiting.count, oldestSeconds: (performance.now() - waiting.since) / 1000 };
}

/** Undefined without a mail server. */
function mailOf(app: NestExpressApplication): MetricSources['mail'] {
  if (!app.get(SmtpSender).hasServer) return undefined;
  const [job, counts] = [app.get(MailJob), app.get(SentMail)];
  return () => {
    const { sent, failed, retried } = counts;
    return { waiting: job.waiting, results: { sent, failed, retried } };
  };
}

function useOf(server: PoolUse['server'], pool: Pool): PoolUse {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
  return { server, total, idle, waiting, size: pool.options.max };
}
