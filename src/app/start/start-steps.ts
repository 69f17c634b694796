import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/env.js';
import { accessTo, openDatabase, type DatabaseAccess } from '../../platform/database/database-access.js';
import { UnsuitableDatabaseError } from '../../platform/database/role-check.js';
import type { EmbeddedDatabase } from '../../platform/embedded-postgres/embedded-server.js';
import { migrate } from '../schema/migrator.js';
import { DEMO_SUBDOMAIN } from '../demo/demo-subdomain.js';
import { messageOf } from '../../kernel/errors.js';
import type { Tell } from './welcome.js';

/** A supervisor sets this variable for workers whose `DATABASE_URL` leads to the embedded database. */
export const EMBEDDED_MARK = 'SUPPORT_DESK_EMBEDDED';

/** Says in one sentence why the service did not start. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

type Undo = () => void | Promise<void>;

/** Lists how to undo the steps of a start. When the process ends, the list accepts no further step, so that the start stops. */
export class UndoList {
  private readonly steps: Undo[] = [];
  private isClosed = false;

  /** @throws StartError when the process ends */
  push(step: Undo): void {
    if (this.isClosed) throw new StartError('The service ends.');
    this.steps.push(step);
  }

  /** Does work that a signal must not cut in two. A process that ends waits for it, at most `mostMs`. */
  async whole<Result>(work: () => Promise<Result>, mostMs: number): Promise<Result> {
    let done: Promise<unknown> = Promise.resolve();
    this.push(async () => {
      await Promise.race([done, sleep(mostMs)]);
    });
    const result = work();
    done = result.catch(() => undefined);
    return result;
  }

  /** Undoes all steps, the last one first. */
  async undoAll(): Promise<void> {
    this.isClosed = true;
    for (const step of this.steps.splice(0).reverse()) await step();
  }
}

/**
 * Starts a process and undoes its steps, the last one first: when the start fails; on SIGINT or SIGTERM, and the process ends with status 0; and
 * when `start` gives up, and the process ends with status 1.
 */
export async function startUndoably(
  start: (undo: UndoList, giveUp: () => void) => Promise<void>,
): Promise<void> {
  const undo = new UndoList();
  let ending: Promise<void> | undefined;
  const end = async (status: number): Promise<void> => {
    await undo.undoAll().catch((error: unknown) => {
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
    // Stopping takes away what the start still uses, so the start fails. Stopping continues until the database has stopped.
    if (ending) return ending;
    await undo.undoAll().catch(() => undefined);
    throw error;
  }
}

interface Opening {
  /** The embedded database, if it is being opened already. */
  readonly embedded?: Promise<EmbeddedDatabase> | undefined;
  readonly tell: Tell;
}

/**
 * Opens the database and migrates it. With the embedded database, the demo workspace is the default workspace.
 * @throws StartError, EmbeddedDatabaseError, UnsuitableDatabaseError
 */
export async function openCurrentDatabase(
  given: Config,
  undo: UndoList,
  { embedded, tell }: Opening,
): Promise<{ readonly access: DatabaseAccess; readonly config: Config }> {
  const opening =
    embedded?.then((database) => accessTo(database, given.secretsKeys)) ?? openDatabase(given, 'service');
  // A signal while the embedded server starts waits for it, and then stops it.
  const opened = opening.catch(() => undefined);
  undo.push(async () => (await opened)?.leave());
  const isOurs = given.databaseUrl === undefined;
  const current = opening.then(async (access) => {
    await migrateAsOwner(access);
    return access;
  });
  const access = await (isOurs ? tell('Starting the database ...', current) : current);
  const { defaultWorkspace = access.embedded ? DEMO_SUBDOMAIN : undefined } = given;
  return { access, config: { ...given, defaultWorkspace, secretsKeys: access.secretsKeys } };
}

/** Gives up when the embedded server has ended: the next start starts both again, and a service that only answers 503 helps nobody. */
export function giveUpWithDatabase({ lost }: DatabaseAccess, log: Logger, giveUp: () => void): void {
  void lost.then(() => {
    log.fatal({ code: 'embedded_database_ended' }, 'the embedded PostgreSQL has ended, so the service ends');
    giveUp();
  });
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
