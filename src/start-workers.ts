import { startWorkersMetrics } from './app-metrics.js';
import { openServices } from './cli/services.js';
import type { Config } from './config/env.js';
import type { DatabaseAccess } from './database/database-access.js';
import { createLog } from './http/request-log.js';
import { listening, openUpToDate, startUndoably, type Undo } from './start-steps.js';
import { makeFirstWorkspace, welcome } from './welcome.js';
import { Supervisor } from './workers/supervisor.js';

/**
 * Starts `WORKERS` processes that share the port (decision 17). This one holds the database, migrates, shows the metrics of
 * all and replaces workers that end; SIGHUP replaces all of them in turn, SIGINT and SIGTERM end them and then this one.
 * @throws StartError, EmbeddedDatabaseError, WorkerError
 */
export async function startWorkers(given: Config): Promise<void> {
  await startUndoably(async (undo, giveUp) => {
    const { access, config } = await openUpToDate(given, undo);
    await supervise(config, access, undo, giveUp);
  });
}

async function supervise(
  config: Config,
  access: DatabaseAccess,
  undo: Undo[],
  giveUp: () => void,
): Promise<void> {
  const supervisor = new Supervisor({
    count: config.workers,
    env: environmentOf(config, access),
    log: createLog(config.logLevel),
    onGivenUp: giveUp,
  });
  const { metricsHost, metricsPort } = config;
  const metrics = await listening(
    startWorkersMetrics(supervisor, config),
    'METRICS_PORT',
    metricsHost,
    metricsPort,
  );
  if (metrics) undo.push(() => metrics.close());
  const demoKey = await firstKey(config, access);
  undo.push(() => supervisor.stop());
  const started = supervisor.start();
  // A terminal that is closed sends the same signal, to the workers as well. While some of them still start it has to wait.
  const roll = (): Promise<void> =>
    started.then(
      () => supervisor.roll(),
      () => undefined,
    );
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void roll());
  const { address, port } = await started;
  welcome({
    listening: { isSecure: config.tls !== undefined, address, port },
    metricsUrl: metrics?.url,
    demoKey,
  });
}

/** A worker finds a database that is up to date, by the address of the service's role. */
function environmentOf({ defaultWorkspace }: Config, { serviceUrl }: DatabaseAccess): Record<string, string> {
  return {
    DATABASE_URL: serviceUrl,
    MIGRATION_DATABASE_URL: '',
    DEFAULT_WORKSPACE: defaultWorkspace ?? '',
  };
}

async function firstKey(config: Config, access: DatabaseAccess): Promise<string | null> {
  if (!access.embedded) return null;
  const app = await openServices(access.serviceUrl, config);
  try {
    return await makeFirstWorkspace(app, access);
  } finally {
    await app.close();
  }
}
