import type { AddressInfo } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { startMetrics, type AppMetrics } from './app-metrics.js';
import { AppModule } from './app.module.js';
import type { Config } from './config/env.js';
import { APP_SETTINGS, configureApp } from './configure-app.js';
import { openDatabase, type DatabaseAccess } from './database/database-access.js';
import { migrate, pendingMigrations } from './database/migrator.js';
import { refuseUnsuitableRole } from './database/role-check.js';
import { createDemoWorkspace, DEMO_SUBDOMAIN } from './demo-workspace.js';
import { Readiness } from './health/readiness.js';
import { CertificateKeeper, httpsSettings, readCertificate, type HttpsSettings } from './http/certificate.js';
import { drainOf } from './http/drain.js';
import { createLog, NestLog } from './http/request-log.js';
import { WorkspacesService } from './workspaces/workspaces.service.js';

/** Why the service did not start, in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Starts everything: database, migrations, application; the embedded start makes a demo workspace on its first run and says
 * what a newcomer needs. Runs until SIGINT or SIGTERM, then ends the requests under way and leaves the database.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function startService(given: Config): Promise<void> {
  const access = await openDatabase(given, 'service');
  const config = access.embedded
    ? { ...given, defaultWorkspace: given.defaultWorkspace ?? DEMO_SUBDOMAIN }
    : given;
  /** How to undo what was started so far, last things first. */
  const undo: (() => void | Promise<void>)[] = [() => access.leave()];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  stopOnSignal(stop);
  try {
    await bringUpToDate(access);
    await serve(config, access, undo);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Starts the application on an up to date database; adds to `undo` what there is to be undone. */
async function serve(
  config: Config,
  access: DatabaseAccess,
  undo: (() => void | Promise<void>)[],
): Promise<void> {
  const log = createLog(config.logLevel);
  const read = config.tls && readCertificate(config.tls);
  const app = await createApp(config, access, read && httpsSettings(read));
  undo.push(() => app.close());
  const server = app.getHttpServer();
  const certificate =
    config.tls && read && new CertificateKeeper(server as unknown as HttpsServer, config.tls, read, log);
  if (certificate)
    undo.push(() => {
      certificate.stop();
    });
  const { metricsHost, metricsPort } = config;
  const metrics = await listening(
    startMetrics(app, config, certificate),
    'METRICS_PORT',
    metricsHost,
    metricsPort,
  );
  if (metrics) undo.push(() => metrics.close());
  configureApp(app, config, log, metrics?.observe);
  const drain = drainOf(server);
  undo.push(() => {
    app.get(Readiness).beginShutdown();
    return drain();
  });
  await listening(app.listen(config.port, config.host), 'PORT', config.host, config.port);
  app.useLogger(new NestLog(log));
  await welcome(app, access, metrics);
}

async function bringUpToDate({ ownerUrl, serviceUrl }: DatabaseAccess): Promise<void> {
  if (ownerUrl === undefined) return;
  try {
    await migrate(ownerUrl, serviceUrl);
  } catch (error) {
    throw new StartError(`The database could not be migrated: ${messageOf(error)}`);
  }
}

async function createApp(
  config: Config,
  { serviceUrl }: DatabaseAccess,
  https: HttpsSettings | undefined,
): Promise<NestExpressApplication> {
  const options = { ...config, databaseUrl: serviceUrl };
  let app: NestExpressApplication;
  try {
    app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(options), {
      ...APP_SETTINGS,
      ...(https && { httpsOptions: https }),
      // What goes wrong while it starts is said in one sentence, by whoever catches it.
      logger: false,
    });
  } catch (error) {
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

/** Says in a sentence why nobody listens. */
async function listening<Server>(
  start: Promise<Server>,
  name: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number | undefined,
): Promise<Server> {
  try {
    return await start;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} on ${host} is already in use: set ${name} to another one.`);
    }
    throw new StartError(`The service cannot listen on ${host} port ${port}: ${messageOf(error)}`);
  }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The service did not stop cleanly: ${messageOf(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

/** Says where the service is; on the first embedded start with the key of a demo workspace, which is shown this once. */
async function welcome(
  app: NestExpressApplication,
  access: DatabaseAccess,
  metrics: AppMetrics | undefined,
): Promise<void> {
  const address = addressOf(app);
  const isFirst = access.embedded && (await app.get(WorkspacesService).list()).length === 0;
  const key = isFirst ? await createDemoWorkspace(app) : null;
  const lines = [
    '',
    `  Support Desk is ready at ${address}`,
    `  API documentation:       ${address}/docs`,
    ...(metrics === undefined ? [] : [`  Metrics:                 ${metrics.url}`]),
    ...(key === null ? [] : firstSteps(address, key)),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function firstSteps(address: string, key: string): string[] {
  return [
    '',
    `  A demo workspace "${DEMO_SUBDOMAIN}" was created. Its API key is shown this once:`,
    `    ${key}`,
    '',
    '  Try it:',
    `    curl -H 'X-Api-Key: ${key}' ${address}/api/external/v2/tickets`,
  ];
}

function addressOf(app: NestExpressApplication): string {
  const server = app.getHttpServer() as HttpServer | HttpsServer;
  const { address, port, family } = server.address() as AddressInfo;
  const scheme = server instanceof HttpsServer ? 'https' : 'http';
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address)) return `${scheme}://localhost:${port}`;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
