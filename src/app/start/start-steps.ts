import type { Config } from '../../platform/config/env.js';
import { openDatabase, type DatabaseAccess } from '../../platform/database/database-access.js';
import { UnsuitableDatabaseError } from '../../platform/database/role-check.js';
import { migrate } from '../schema/migrator.js';
import { DEMO_SUBDOMAIN } from '../demo/demo-workspace.js';
import { messageOf } from '../../kernel/errors.js';

/** Says in one sentence why the service did not start. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export type Undo = () => void | Promise<void>;

/**
 * Starts a process and undoes its steps, the last one first: when the start fails; on SIGINT or SIGTERM, and the process ends with status 0; and
 * when `start` gives up, and the process ends with status 1.
 */
export async function startUndoably(
  start: (undo: Undo[], giveUp: () => void) => Promise<void>,
): Promise<void> {
  const undo: Undo[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  let ending: Promise<void> | undefined;
  const end = async (status: number): Promise<void> => {
    await stop().catch((error: unknown) => {
      process.stderr.write(`The service did not stop cleanly: ${messageOf(error)}\n`);
      process.exit(1);
    });
    process.exit(status);
  };
  const endOnce = (status: number) => () => {
    ending ??= end(status);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endOnce(0));
  try {
    await start(undo, endOnce(1));
  } catch (error) {
    // The end stops what the start still uses, so the start fails. The end goes on until the database has stopped.
    if (ending) return ending;
    await stop().catch(() => undefined);
    throw error;
  }
}

/**
 * Opens the database and migrates it. With the embedded database, the demo workspace is the default workspace.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function openCurrentDatabase(
  given: Config,
  undo: Undo[],
  opening: Promise<DatabaseAccess> = openDatabase(given, 'service'),
): Promise<{ readonly access: DatabaseAccess; readonly config: Config }> {
  // A signal while the embedded server starts waits for it, and then stops it.
  const opened = opening.catch(() => undefined);
  undo.push(async () => (await opened)?.leave());
  const access = await opening;
  await migrateAsOwner(access);
  const { defaultWorkspace = access.embedded ? DEMO_SUBDOMAIN : undefined } = given;
  return { access, config: { ...given, defaultWorkspace, secretsKeys: access.secretsKeys } };
}

async function migrateAsOwner({ ownerUrl, serviceUrl }: DatabaseAccess): Promise<void> {
  if (ownerUrl === undefined) return;
  try {
    await migrate(ownerUrl, serviceUrl);
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError) throw error;
    throw new StartError(`The database could not be migrated: ${messageOf(error)}`);
  }
}

/** Waits for a server to listen. @throws StartError with the reason in one sentence */
export async function whenListening<Server>(
  start: Promise<Server>,
  name: 'PORT' | 'METRICS_PORT' | 'ADMIN_PORT',
  { host, port }: { readonly host?: string; readonly port?: number | undefined } = {},
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
