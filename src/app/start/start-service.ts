import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { startMetrics } from '../app-metrics.js';
import { appWith } from '../app.module.js';
import type { Config } from '../../platform/config/env.js';
import { APP_SETTINGS, configureApp } from '../configure-app.js';
import type { Ephemeral } from './ephemeral.js';
import type { DatabaseAccess } from '../../platform/database/database-access.js';
import {
  pendingMigrations,
  refuseUnsuitableRole,
  UnsuitableDatabaseError,
} from '../../platform/database/role-check.js';
import { Replica } from '../../platform/database/replica.js';
import { refuseUnsuitableEngine } from '../../platform/database/citus/cluster-check.js';
import { Readiness } from '../../platform/health/readiness.js';
import { drainOf } from '../../platform/http/server/drain.js';
import { createLog, NestLog } from '../../platform/http/log/request-log.js';
import { ServiceAdapter } from '../../platform/http/server/service-adapter.js';
import { messageOf } from '../../kernel/errors.js';
import { StorageCheck } from '../../platform/storage/storage-check.js';
import { StorageError } from '../../platform/storage/file-storage.js';
import { migrations, shardedFunctions } from '../schema/migrations.js';
import { whenListening, openCurrentDatabase, StartError, startUndoably, type Undo } from './start-steps.js';
import { startAdmin } from './start-admin.js';
import type { Tracing } from '../tracing.js';
import { makeFirstWorkspace, welcome, welcomeProgram } from './welcome.js';

/** Limits the closing of the application. With the requests under way it stays below 10 seconds: then containers are killed. */
const CLOSES_WITHIN_MS = 4_000;

/**
 * Starts one process that serves until SIGINT or SIGTERM: database, migrations, application. Then it finishes the requests under way.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function startService(given: Config, role: ProcessRole): Promise<void> {
  await startUndoably(async (undo) => {
    const { ephemeral } = role;
    if (ephemeral) undo.push(() => ephemeral.remove());
    const { access, config } = await openCurrentDatabase(given, undo, ephemeral?.opening);
    await serve(config, access, undo, role);
  });
}

interface ProcessRole {
  /** Tells whether a supervisor started this process, which serves the metrics and prints the addresses for all workers. */
  readonly isWorker: boolean;
  readonly tracing: Tracing | undefined;
  readonly ephemeral?: Ephemeral | undefined;
}

/** Starts the application on a database that is up to date. It adds every step that must be undone to `undo`. */
async function serve(
  config: Config,
  access: DatabaseAccess,
  undo: Undo[],
  { isWorker, tracing, ephemeral }: ProcessRole,
): Promise<void> {
  if (tracing) undo.push(() => tracing.stop());
  const log = createLog(config.logLevel, tracing?.logFields, ephemeral?.json ? process.stderr : undefined);
  const app = await createApp(config, access);
  // All requests have been answered by then, so this does not wait for a database that does not answer.
  undo.push(() => Promise.race([app.close(), sleep(CLOSES_WITHIN_MS)]));
  const server: Server = app.getHttpServer();
  const starting = startMetrics(app, config, isWorker);
  const metrics = await whenListening(starting, 'METRICS_PORT', config.metrics);
  undo.push(() => metrics?.server?.close());
  configureApp(app, config, log, metrics?.observe);
  const drain = drainOf(server);
  undo.push(() => {
    app.get(Readiness).beginShutdown();
    return drain();
  });
  await whenListening(app.listen(config.port, config.host), 'PORT', config);
  app.useLogger(new NestLog(log));
  const { admin: wanted } = config;
  const admin = await whenListening(startAdmin(app, log), 'ADMIN_PORT', wanted);
  if (admin) undo.push(() => admin.close());
  app.get<Replica | null>(Replica)?.report();
  if (isWorker) return;
  void app.get(StorageCheck).state();
  const { address, port } = server.address() as AddressInfo;
  const say = ephemeral?.json ? welcomeProgram : welcome;
  say({
    listening: { address, port },
    metricsUrl: metrics?.server?.url,
    adminListening: admin?.listening,
    adminKey: ephemeral?.adminKey,
    demoKey: await makeFirstWorkspace(app, access),
  });
}

async function createApp(
  config: Config,
  { embedded, serviceUrl }: DatabaseAccess,
): Promise<NestExpressApplication> {
  let app: NestExpressApplication;
  try {
    app = await NestFactory.create<NestExpressApplication>(
      appWith({ ...config, databaseUrl: serviceUrl }),
      new ServiceAdapter(),
      // The caller prints errors of the start in one sentence.
      { ...APP_SETTINGS, logger: false },
    );
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError) throw error;
    if (error instanceof StorageError) throw new StartError(error.message);
    throw new StartError(`The database cannot be reached: ${messageOf(error)}`);
  }
  const dataSource = app.get(DataSource);
  await refuseUnsuitableRole(dataSource);
  const [pending] = await pendingMigrations(dataSource, migrations);
  if (pending !== undefined) {
    throw new StartError(
      'The database is not up to date: set MIGRATION_DATABASE_URL, then run `npm run -s desk -- migrate` or start again.',
    );
  }
  const wanted = { url: serviceUrl, engine: config.engine, functions: shardedFunctions };
  if (!embedded) await refuseUnsuitableEngine(dataSource, wanted);
  return app;
}
