import type { AddressInfo } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { startMetrics } from './app-metrics.js';
import { AppModule } from './app.module.js';
import type { Config } from './config/env.js';
import { APP_SETTINGS, configureApp } from './configure-app.js';
import type { DatabaseAccess } from './database/database-access.js';
import { pendingMigrations } from './database/migrator.js';
import { refuseUnsuitableRole, UnsuitableDatabaseError } from './database/role-check.js';
import { Readiness } from './health/readiness.js';
import { CertificateKeeper, httpsSettings, readCertificate, type HttpsSettings } from './http/certificate.js';
import { drainOf } from './http/drain.js';
import { createLog, NestLog } from './http/request-log.js';
import { ServiceAdapter } from './http/service-adapter.js';
import { messageOf } from './kernel/thrown.js';
import { RateLimitStoreError } from './rate-limits/redis-counts.js';
import { listening, openUpToDate, StartError, startUndoably, type Undo } from './start-steps.js';
import type { Tracing } from './tracing.js';
import { makeFirstWorkspace, welcome } from './welcome.js';

/** Together with the requests under way, less than the 10 seconds after which containers are killed. */
const CLOSES_WITHIN_MS = 4_000;

/**
 * Starts one process that serves: database, migrations, application; the embedded start makes a demo workspace on its first
 * run and says what a newcomer needs. Runs until SIGINT or SIGTERM, then ends the requests under way and leaves the database.
 * As a worker it leaves what all workers share to the process that started it: the metrics' port, and what to say.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError, CertificateError
 */
export async function startService(given: Config, role: Role): Promise<void> {
  await startUndoably(async (undo) => {
    const { access, config } = await openUpToDate(given, undo);
    await serve(config, access, undo, role);
  });
}

/** What a process is to do besides serving. */
interface Role {
  /** Whether another process started this one to share its port. */
  readonly isWorker: boolean;
  readonly tracing: Tracing | undefined;
}

/** Starts the application on an up to date database; adds to `undo` what there is to be undone. */
async function serve(
  config: Config,
  access: DatabaseAccess,
  undo: Undo[],
  { isWorker, tracing }: Role,
): Promise<void> {
  if (tracing) undo.push(() => tracing.stop());
  const log = createLog(config.logLevel, tracing?.logFields);
  const read = config.tls && readCertificate(config.tls);
  const app = await createApp(config, access, read && httpsSettings(read));
  // Everybody has been answered by then: a database that says nothing is not waited for.
  undo.push(() => Promise.race([app.close(), sleep(CLOSES_WITHIN_MS)]));
  const server: HttpServer = app.getHttpServer();
  const certificate =
    config.tls && read && new CertificateKeeper(server as unknown as HttpsServer, config.tls, read, log);
  if (certificate)
    undo.push(() => {
      certificate.stop();
    });
  const { metricsHost, metricsPort } = config;
  const starting = startMetrics(app, config, { certificate, isWorker });
  const metrics = await listening(starting, 'METRICS_PORT', metricsHost, metricsPort);
  undo.push(() => metrics?.server?.close());
  configureApp(app, config, log, metrics?.observe);
  const drain = drainOf(server);
  undo.push(() => {
    app.get(Readiness).beginShutdown();
    return drain();
  });
  await listening(app.listen(config.port, config.host), 'PORT', config.host, config.port);
  app.useLogger(new NestLog(log));
  if (isWorker) return;
  const { address, port } = server.address() as AddressInfo;
  welcome({
    listening: { isSecure: config.tls !== undefined, address, port },
    metricsUrl: metrics?.server?.url,
    demoKey: await makeFirstWorkspace(app, access),
  });
}

async function createApp(
  config: Config,
  { serviceUrl }: DatabaseAccess,
  https: HttpsSettings | undefined,
): Promise<NestExpressApplication> {
  const options = { ...config, databaseUrl: serviceUrl };
  let app: NestExpressApplication;
  try {
    app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(options), new ServiceAdapter(), {
      ...APP_SETTINGS,
      ...(https && { httpsOptions: https }),
      // What goes wrong while it starts is said in one sentence, by whoever catches it.
      logger: false,
    });
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError) throw error;
    if (error instanceof RateLimitStoreError) throw new StartError(error.message);
    throw new StartError(`The database cannot be reached: ${messageOf(error)}`);
  }
  const dataSource = app.get(DataSource);
  await refuseUnsuitableRole(dataSource);
  const [pending] = await pendingMigrations(dataSource);
  if (pending !== undefined) {
    throw new StartError(
      'The database is not up to date: run `npm run -s desk -- migrate` with MIGRATION_DATABASE_URL set, or set it here.',
    );
  }
  return app;
}
