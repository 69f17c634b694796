import type { Config } from '../platform/config/env.js';
import { openDatabase, type DatabaseAccess } from '../platform/database/database-access.js';
import { UnsuitableDatabaseError } from '../platform/database/role-check.js';
import { migrate } from './schema/migrator.js';
import { DEMO_SUBDOMAIN } from './demo/demo-workspace.js';
import { messageOf } from '../kernel/thrown.js';

/** The reason why the service did not start, in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Undoes one step of the start. */
export type Undo = () => void | Promise<void>;

/**
 * Calls `start`, which adds the steps to undo to its first argument. They are undone, the last one first, in three cases: when
 * `start` fails; on SIGINT or SIGTERM, and then the process ends with status 0; when `start` calls its second argument, and then
 * the process ends with status 1.
 */
export async function startUndoably(
  start: (undo: Undo[], giveUp: () => void) => Promise<void>,
): Promise<void> {
  const undo: Undo[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const end = endOnce(stop);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      end(0);
    });
  }
  try {
    await start(undo, () => {
      end(1);
    });
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/**
 * Opens the database and migrates it. With the embedded database, the demo workspace is the default workspace.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function openUpToDate(
  given: Config,
  undo: Undo[],
  opening: Promise<DatabaseAccess> = openDatabase(given, 'service'),
): Promise<{ readonly access: DatabaseAccess; readonly config: Config }> {
  // A signal while the embedded server starts waits for it, and then stops it.
  undo.push(() =>
    opening.then(
      (access) => access.leave(),
      () => undefined,
    ),
  );
  const access = await opening;
  await bringUpToDate(access);
  const { defaultWorkspace = access.embedded ? DEMO_SUBDOMAIN : undefined } = given;
  return { access, config: { ...given, defaultWorkspace, secretsKeys: access.secretsKeys } };
}

/** Migrates if the address of the owner is known. */
async function bringUpToDate({ ownerUrl, serviceUrl }: DatabaseAccess): Promise<void> {
  if (ownerUrl === undefined) return;
  try {
    await migrate(ownerUrl, serviceUrl);
  } catch (error) {
    if (error instanceof UnsuitableDatabaseError) throw error;
    throw new StartError(`The database could not be migrated: ${messageOf(error)}`);
  }
}

/** Where a server listens. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** Waits for a server to listen. @throws StartError with the reason in one sentence */
export async function listening<Server>(
  start: Promise<Server>,
  name: 'PORT' | 'METRICS_PORT',
  { host, port }: Partial<Address> = {},
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

function endOnce(stop: () => Promise<void>): (status: number) => void {
  let ending = false;
  return (status) => {
    if (ending) return;
    ending = true;
    stop().then(
      () => process.exit(status),
      (error: unknown) => {
        process.stderr.write(`The service did not stop cleanly: ${messageOf(error)}\n`);
        process.exit(1);
      },
    );
  };
}
