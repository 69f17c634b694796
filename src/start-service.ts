import type { AddressInfo } from 'node:net';
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
  let app: NestExpressApplication | undefined;
  let metrics: AppMetrics | undefined;
  let drain: (() => Promise<void>) | undefined;
  const stop = async (): Promise<void> => {
    await drain?.();
    await app?.close();
    await metrics?.close();
    await access.leave();
  };
  stopOnSignal(stop);
  try {
    await bringUpToDate(access);
    const log = createLog(config.logLevel);
    app = await createApp(config, access);
    drain = drainOf(app.getHttpServer());
    metrics = await listening(
      startMetrics(app, config),
      'METRICS_PORT',
      config.metricsHost,
      config.metricsPort,
    );
    configureApp(app, config, log, metrics?.observe);
    await listening(app.listen(config.port, config.host), 'PORT', config.host, config.port);
    app.useLogger(new NestLog(log));
    await welcome(app, access, metrics);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function bringUpToDate({ ownerUrl, serviceUrl }: DatabaseAccess): Promise<void> {
  if (ownerUrl === undefined) return;
  try {
    await migrate(ownerUrl, serviceUrl);
  } catch (error) {
    throw new StartError(`The database could not be migrated: ${messageOf(error)}`);
  }
}

async function createApp(config: Config, { serviceUrl }: DatabaseAccess): Promise<NestExpressApplication> {
  const options = { ...config, databaseUrl: serviceUrl };
  let app: NestExpressApplication;
  try {
    app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(options), {
      ...APP_SETTINGS,
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
  const { address, port, family } = app.getHttpServer().address() as AddressInfo;
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address)) return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
