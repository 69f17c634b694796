import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { startMetrics, type AppMetrics } from '../app-metrics.js';
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
import { missingCorrections, serverVersion, shownVersion } from '../../platform/database/server-version.js';
import { refuseUnsuitableEngine } from '../../platform/database/citus/cluster-check.js';
import { LastingAnswers } from '../../platform/transfers/lasting-answers.js';
import { Readiness } from '../../platform/health/readiness.js';
import { drainOf } from '../../platform/http/server/drain.js';
import { createLog, NestLog } from '../../platform/http/log/request-log.js';
import { ServiceAdapter } from '../../platform/http/server/service-adapter.js';
import { messageOf } from '../../kernel/errors.js';
import { StorageCheck } from '../../platform/storage/storage-check.js';
import { StorageError } from '../../platform/storage/file-storage.js';
import { migrations, shardedFunctions } from '../schema/migrations.js';
import {
  giveUpWithDatabase,
  openCurrentDatabase,
  StartError,
  startUndoably,
  type UndoList,
  whenListening,
} from './start-steps.js';
import { startAdmin, type AdminListener } from './start-admin.js';
import type { Tracing } from '../tracing.js';
import {
  type FirstWorkspace,
  makeFirstWorkspace,
  NO_WORKSPACE,
  showDemoKey,
  tellNothing,
  tellWhenSlow,
  welcome,
  welcomeProgram,
} from './welcome.js';

/** Limits the closing of the application. With the requests under way it stays below 10 seconds: then containers are killed. */
const CLOSES_WITHIN_MS = 4_000;

/**
 * Starts one process that serves until SIGINT or SIGTERM: database, migrations, application. Then it finishes the requests under way.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function startService(given: Config, role: ProcessRole): Promise<void> {
  await startUndoably(async (undo, giveUp) => {
    const { ephemeral } = role;
    if (ephemeral) undo.push(() => ephemeral.remove());
    const tell = ephemeral?.json ? tellNothing : tellWhenSlow;
    const { access, config } = await openCurrentDatabase(given, undo, { embedded: ephemeral?.opening, tell });
    giveUpWithDatabase(access, createLog(config.logLevel, undefined, logStreamOf(ephemeral)), giveUp);
    await serve(config, access, undo, role);
  });
}

interface ProcessRole {
  /** Tells whether a supervisor started this process, which serves the metrics and prints the addresses for all workers. */
  readonly isWorker: boolean;
  /** Tells whether it is a worker that knows only the address of the embedded database. */
  readonly isOnEmbedded: boolean;
  readonly tracing: Tracing | undefined;
  readonly ephemeral?: Ephemeral | undefined;
}

/** The standard output of a service for programs has one line only. */
const logStreamOf = (ephemeral: Ephemeral | undefined): typeof process.stderr | undefined =>
  ephemeral?.json ? process.stderr : undefined;

/** Starts the application on a database that is up to date. It adds every step that must be undone to `undo`. */
async function serve(
  config: Config,
  access: DatabaseAccess,
  undo: UndoList,
  { isWorker, isOnEmbedded, tracing, ephemeral }: ProcessRole,
): Promise<void> {
  if (tracing) undo.push(() => tracing.stop());
  const log = createLog(config.logLevel, tracing?.logFields, logStreamOf(ephemeral));
  let metrics: AppMetrics | undefined = undefined;
  // Jobs count until the application is closed.
  undo.push(() => metrics?.handOver?.());
  const app = await appFor({ ...config, hasTestClock: ephemeral !== undefined }, access, undo);
  const server: Server = app.getHttpServer();
  const starting = startMetrics(app, config, isWorker);
  metrics = await whenListening(starting, 'METRICS_PORT', config.metrics);
  undo.push(() => metrics?.server?.close());
  configureApp(app, config, log, metrics?.observe);
  const drain = drainOf(server);
  undo.push(() => {
    endAnswers(app);
    return drain();
  });
  await app.init();
  app.useLogger(new NestLog(log));
  const isForProgram = ephemeral?.json === true;
  // The demo is made before the port opens, so that a client never finds half of it. Its key is shown at once, so that a start that ends
  // early does not lose it.
  const first = await firstWorkspace(app, config, access, { undo, log, isWorker, isForProgram });
  // PORT comes last: a worker counts as started when it listens there.
  const admin = await openAdmin(app, config, log, undo);
  await whenListening(listening(server, config), 'PORT', config);
  // A process that listens goes on when the database is away now.
  await reportDatabase(app, access.embedded || isOnEmbedded, log).catch(() => undefined);
  if (isWorker) return;
  void app.get(StorageCheck).state();
  const { address, port } = server.address() as AddressInfo;
  (isForProgram ? welcomeProgram : welcome)({
    listening: { address, port },
    metricsUrl: metrics?.server?.url,
    adminListening: admin?.listening,
    adminKey: ephemeral?.adminKey,
    ...first,
  });
}

/** Keeps new requests away from the process, and ends the answers that would not end by themselves. */
function endAnswers(app: NestExpressApplication): void {
  app.get(Readiness).beginShutdown();
  app.get(LastingAnswers).endAll();
}

/**
 * Says in the log where reads go, and warns of a server that lacks security corrections. The embedded one, of which there is no newer build, is
 * reached from this machine only.
 */
async function reportDatabase(app: NestExpressApplication, isEmbedded: boolean, log: Logger): Promise<void> {
  app.get<Replica | null>(Replica)?.report();
  if (isEmbedded) return;
  const version = await serverVersion(app.get(DataSource));
  const missing = missingCorrections(version);
  if (missing !== null)
    log.warn({ code: 'database_outdated' }, `PostgreSQL ${shownVersion(version)} ${missing}`);
}

/** Opens the port. It does so without Nest, which would log a failure that the caller reports in one sentence. */
async function listening(server: Server, { port, host }: Config): Promise<Server> {
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Opens the port of the administration, if the settings name one. Loading its code here would leave a replaced worker without it for a moment. */
async function openAdmin(
  app: NestExpressApplication,
  config: Config,
  log: Logger,
  undo: UndoList,
): Promise<AdminListener | undefined> {
  const admin = await whenListening(startAdmin(app, log), 'ADMIN_PORT', config.admin);
  if (admin) undo.push(() => admin.close());
  return admin;
}

/** Makes the demo workspace when there is none. The supervisor of workers does so itself. */
async function firstWorkspace(
  app: NestExpressApplication,
  { defaultWorkspace }: Config,
  { embedded }: DatabaseAccess,
  { isWorker, isForProgram, ...options }: FirstStart,
): Promise<FirstWorkspace> {
  if (isWorker || !embedded) return NO_WORKSPACE;
  const tell = isForProgram ? tellNothing : tellWhenSlow;
  const onKey = isForProgram ? () => undefined : showDemoKey;
  return makeFirstWorkspace(app, defaultWorkspace, { ...options, tell, onKey });
}

interface FirstStart {
  readonly undo: UndoList;
  readonly log: Logger;
  readonly isWorker: boolean;
  readonly isForProgram: boolean;
}

/** Makes the application, which is closed when the process ends, even when it is still being made then. */
function appFor(config: Config, access: DatabaseAccess, undo: UndoList): Promise<NestExpressApplication> {
  const creating = createApp(config, access);
  const made = creating.catch(() => undefined);
  // All requests have been answered by then, so this does not wait for a database that does not answer.
  undo.push(() => Promise.race([made.then((app) => app?.close()), sleep(CLOSES_WITHIN_MS)]));
  return creating;
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
