import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { EventStreams } from '../events/feed/event-streams.service.js';
import { SentMail } from '../mail/sending/sent-mail.js';
import { MailQueue } from '../mail/sending/mail.queue.js';
import { SmtpSender } from '../mail/sending/smtp-sender.js';
import { showInboundEmails } from '../mail-in/inbound-email-metrics.js';
import { InboundEmailQueue } from '../mail-in/inbound-email.queue.js';
import type { Config } from '../platform/config/env.js';
import { poolOf } from '../platform/database/pg-internals.js';
import { Replica } from '../platform/database/replica.js';
import { serveMetrics, type MetricsServer } from '../platform/metrics/metrics-server.js';
import { createMetrics, type ProcessMetrics } from '../platform/metrics/process-metrics.js';
import { answerForWorker, metricsOfWorkers, type WorkerCounts } from '../platform/metrics/workers-metrics.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import { AccessVersion } from '../platform/tenancy/access-version.js';
import { SearchIndexer } from '../search/index/search-indexer.job.js';
import { showSearch } from '../search/search-metrics.js';
import { WebhookQueue } from '../webhooks/sending/webhook.queue.js';
import { showWebhooks } from '../webhooks/sending/webhook-metrics.js';
import { WebhookTries } from '../webhooks/sending/delivery-try.service.js';

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
  const { registry, observe } = metricsOf(app);
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

function metricsOf(app: NestExpressApplication): ProcessMetrics {
  const version = app.get(AccessVersion);
  const streams = app.get(EventStreams);
  const failedWork = app.get(FailedWork);
  const replica = app.get<Replica | null>(Replica);
  const metrics = createMetrics({
    pools: { primary: poolOf(app.get(DataSource)), ...(replica && { standby: replica.connections }) },
    readsFromStandby: () => replica !== null && replica.pool !== null,
    reachesDatabase: () => version.isKnown,
    waitingEvents: () => waitingIn(streams),
    failedWork: () => failedWork.counted,
    mail: app.get(SmtpSender).hasServer
      ? { queue: app.get(MailQueue), results: app.get(SentMail) }
      : undefined,
  });
  showInboundEmails(metrics.registry, app.get(InboundEmailQueue));
  showSearch(metrics.registry, app.get(SearchIndexer));
  showWebhooks(metrics.registry, app.get(WebhookQueue), app.get(WebhookTries));
  return metrics;
}

function waitingIn({ waiting }: EventStreams): { readonly count: number; readonly oldestSeconds: number } {
  if (!waiting) return { count: 0, oldestSeconds: 0 };
  return { count: waiting.count, oldestSeconds: (performance.now() - waiting.since) / 1000 };
}
