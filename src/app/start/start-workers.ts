import type { Logger } from 'pino';
import { startWorkersMetrics } from '../app-metrics.js';
import { openServices } from '../services.js';
import { ImportModule } from '../../import/import.module.js';
import { MailInModule } from '../../mail-in/mail-in.module.js';
import type { Config } from '../../platform/config/env.js';
import type { DatabaseAccess } from '../../platform/database/database-access.js';
import { createLog } from '../../platform/http/log/request-log.js';
import {
  EMBEDDED_MARK,
  giveUpWithDatabase,
  openCurrentDatabase,
  startUndoably,
  type UndoList,
  whenListening,
} from './start-steps.js';
import { WorkspacesModule } from '../../workspaces/workspaces.module.js';
import {
  type FirstWorkspace,
  makeFirstWorkspace,
  NO_WORKSPACE,
  showDemoKey,
  tellWhenSlow,
  welcome,
} from './welcome.js';
import { Supervisor } from './supervisor.js';

/**
 * Starts `WORKERS` processes that share the port [choice 17]. This process keeps them running. SIGHUP replaces them one by one.
 * @throws StartError, EmbeddedDatabaseError, WorkerError
 */
export async function startWorkers(given: Config): Promise<void> {
  await startUndoably(async (undo, giveUp) => {
    const { access, config } = await openCurrentDatabase(given, undo, { tell: tellWhenSlow });
    giveUpWithDatabase(access, createLog(config.logLevel), giveUp);
    await supervise(config, access, undo, giveUp);
  });
}

async function supervise(
  config: Config,
  access: DatabaseAccess,
  undo: UndoList,
  giveUp: () => void,
): Promise<void> {
  const log = createLog(config.logLevel);
  const supervisor = new Supervisor({
    count: config.workers,
    env: environmentOf(config, access),
    envOfOthers: { ADMIN_PORT: '', ADMIN_HOST: '', ADMIN_KEYS: '', ADMIN_ALLOWED_HOSTS: '' },
    portsOfSpecial: config.admin.port === undefined ? 1 : 2,
    log,
    onGivenUp: giveUp,
  });
  const metrics = await whenListening(
    startWorkersMetrics(supervisor, config),
    'METRICS_PORT',
    config.metrics,
  );
  if (metrics) undo.push(() => metrics.close());
  const first = await firstWorkspace(config, access, undo, log);
  undo.push(() => supervisor.stop());
  const started = supervisor.start();
  // When a terminal closes, it sends SIGHUP to this process and to the workers. That must not replace them.
  // While workers still start, a replacement waits.
  const roll = (): Promise<void> => started.then(() => supervisor.roll()).catch(() => undefined);
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void roll());
  const { address, port } = await started;
  const { host, port: adminPort } = config.admin;
  const adminListening = adminPort === undefined ? undefined : { address: host, port: adminPort };
  welcome({ listening: { address, port }, metricsUrl: metrics?.url, adminListening, ...first });
}

/** Makes the variables of a worker. Its database is up to date, so it needs only the address of the service's role. */
function environmentOf(
  { defaultWorkspace, secretsKeys }: Config,
  { embedded, serviceUrl }: DatabaseAccess,
): Record<string, string> {
  return {
    ...(embedded && { [EMBEDDED_MARK]: 'true' }),
    DATABASE_URL: serviceUrl,
    MIGRATION_DATABASE_URL: '',
    DEFAULT_WORKSPACE: defaultWorkspace ?? '',
    SECRETS_KEY: secretsKeys.map((key) => key.toString('base64')).join(','),
  };
}

async function firstWorkspace(
  config: Config,
  { embedded, serviceUrl }: DatabaseAccess,
  undo: UndoList,
  log: Logger,
): Promise<FirstWorkspace> {
  if (!embedded) return NO_WORKSPACE;
  const app = await openServices(serviceUrl, config, [ImportModule, MailInModule, WorkspacesModule]);
  try {
    const options = { undo, log, tell: tellWhenSlow, onKey: showDemoKey };
    return await makeFirstWorkspace(app, config.defaultWorkspace, options);
  } finally {
    await app.close();
  }
}
