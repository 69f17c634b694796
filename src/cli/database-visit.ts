import pg from 'pg';
import { migrations, triggerFunctions } from '../app/schema/migrations.js';
import { type Config, readConfig } from '../platform/config/env.js';
import { refuseUnsuitableEngine } from '../platform/database/citus/cluster-check.js';
import type { Engine } from '../platform/database/connection-options.js';
import { type DatabaseAccess, openDatabase } from '../platform/database/database-access.js';
import { pendingMigrations } from '../platform/database/pending-migrations.js';
import { type Asked, refuseUnsuitableRole } from '../platform/database/role-check.js';
import { CommandError } from './command-error.js';
import { Interruption } from './interruption.js';
import type { Terminal } from './output/terminal.js';

/** Registers something that has to end before the command leaves the database. */
export type OnLeave = (end: () => Promise<void>) => void;

const PATIENCE_MS = 30_000;

/** Does a command's work on the database of the configuration, and leaves it in any case, also when the command is interrupted. */
export async function withDatabase<Result>(
  terminal: Terminal,
  work: (access: DatabaseAccess, config: Config, onLeave: OnLeave) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.io.environment(), terminal.io.cwd);
  const opening = openDatabase(config, 'guest');
  const ends: (() => Promise<void>)[] = [];
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> => (leaving ??= leaveDatabase(opening, ends));
  const interruption = new Interruption(terminal, leave);
  try {
    const access = await opening;
    return await work(access, { ...config, secretsKeys: access.secretsKeys }, (end) => ends.push(end));
  } finally {
    // After a signal, the interruption ends the process.
    await interruption.ifNone(leave);
  }
}

async function leaveDatabase(
  opening: Promise<DatabaseAccess>,
  ends: readonly (() => Promise<void>)[],
): Promise<void> {
  const access = await opening.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([Promise.allSettled(ends.map((end) => end())), tooLate]);
  clearTimeout(timer);
  await access?.leave();
}

/** How long a command waits for a server that should answer at once. */
export const CONNECT_TIMEOUT_MS = 3_500;

/** Opens a connection to the database. The caller ends it. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Migrates an embedded database. @throws CommandError, UnsuitableDatabaseError when an external one has another schema than this release */
export async function bringUpToDate(asked: Asked, access: DatabaseAccess, engine: Engine): Promise<void> {
  if (!access.embedded) await refuseUnsuitableRole(asked);
  const pending = await pendingMigrations(asked, migrations);
  if (pending.length === 0) {
    const wanted = { url: access.serviceUrl, engine, functions: triggerFunctions };
    if (!access.embedded) await refuseUnsuitableEngine(asked, wanted);
    return;
  }
  if (!access.embedded || access.ownerUrl === undefined) {
    throw new CommandError(
      'The database is not up to date: run `desk migrate` with MIGRATION_DATABASE_URL set, then try again.',
    );
  }
  const { migrate } = await import('../app/schema/migrator.js');
  await migrate(access.ownerUrl, access.serviceUrl);
}
