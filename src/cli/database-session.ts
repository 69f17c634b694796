import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrations, shardedFunctions } from '../app/schema/migrations.js';
import { type Config, readConfig } from '../platform/config/env.js';
import { refuseUnsuitableEngine } from '../platform/database/citus/cluster-check.js';
import { type DatabaseAccess, openDatabase } from '../platform/database/database-access.js';
import { pendingMigrations, type Asked, refuseUnsuitableRole } from '../platform/database/role-check.js';
import { messageOf } from '../kernel/errors.js';
import { CommandError, type Terminal } from './output/terminal.js';

/** Gives a command the database of the configuration, until the command ends. */
export interface DatabaseSession {
  readonly access: DatabaseAccess;
  readonly config: Config;
  /** Registers a step that has to end before the command leaves the database. */
  readonly onLeave: (end: () => Promise<void>) => void;
  /** Opens a connection that is closed when the command ends. PostgreSQL shows it by `name`. */
  readonly connect: (address: string, name: string, limits?: pg.ClientConfig) => Promise<pg.Client>;
}

/** Limits the wait for a server that should answer at once. */
export const PROMPT_CONNECT = { connectionTimeoutMillis: 3_500 };

const PATIENCE_MS = 30_000;

/** Runs a command's work on the database of the configuration, and leaves it in any case, also when the command is interrupted. */
export async function withDatabase<Result>(
  terminal: Terminal,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.io.environment(), terminal.io.cwd);
  const opening = openDatabase(config, 'guest');
  const ends: (() => Promise<void>)[] = [];
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> => (leaving ??= leaveDatabase(opening, ends));
  const interruption = new Interruption(terminal, leave);
  const onLeave = (end: () => Promise<void>): void => void ends.push(end);
  const connect: DatabaseSession['connect'] = async (connectionString, name, limits) => {
    const client = new pg.Client({ connectionString, application_name: name, ...limits });
    // Without a listener a lost connection would end the process.
    client.on('error', () => undefined);
    await client.connect();
    onLeave(() => client.end());
    return client;
  };
  try {
    const access = await opening;
    return await work({ access, config: { ...config, secretsKeys: access.secretsKeys }, onLeave, connect });
  } finally {
    // After a signal, the interruption ends the process.
    await interruption.finishUnlessInterrupted(leave);
  }
}

async function leaveDatabase(
  opening: Promise<DatabaseAccess>,
  ends: readonly (() => Promise<void>)[],
): Promise<void> {
  const access = await opening.catch(() => undefined);
  const late = new AbortController();
  const tooLate = sleep(PATIENCE_MS, undefined, late).catch(() => undefined);
  await Promise.race([Promise.allSettled(ends.map((end) => end())), tooLate]);
  late.abort();
  await access?.leave();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal and npm both deliver one Ctrl-C. Only a signal after this time counts as a second one. */
const ECHO_MS = 3_000;

/** Lets a command clean up when it is interrupted, then ends the process by the same signal. */
class Interruption {
  private begun: number | undefined;

  constructor(
    private readonly terminal: Terminal,
    private readonly cleanUp: () => Promise<void>,
  ) {
    for (const signal of SIGNALS) terminal.io.signals.on(signal, this.interrupt);
  }

  /** Calls `finish` if no signal has come. After a signal it waits for the end of the process. */
  async finishUnlessInterrupted(finish: () => Promise<void>): Promise<void> {
    try {
      if (this.begun === undefined) await finish();
      if (this.begun !== undefined) await new Promise(() => undefined);
    } finally {
      this.stop();
    }
  }

  private readonly interrupt = (signal: NodeJS.Signals): void => {
    if (this.begun !== undefined) {
      if (performance.now() - this.begun > ECHO_MS) this.endBy(signal);
      return;
    }
    this.begun = performance.now();
    this.terminal.say('Interrupted.');
    void this.cleanUp()
      .catch((error: unknown) => {
        this.terminal.say(messageOf(error));
      })
      .then(() => {
        this.endBy(signal);
      });
  };

  private endBy(signal: NodeJS.Signals): void {
    this.stop();
    this.terminal.io.signals.raise(signal);
  }

  private stop(): void {
    for (const signal of SIGNALS) this.terminal.io.signals.off(signal, this.interrupt);
  }
}

/** Migrates an embedded database. @throws CommandError, UnsuitableDatabaseError when another one does not fit this release */
export async function requireCurrentSchema(asked: Asked, { access, config }: DatabaseSession): Promise<void> {
  if (!access.embedded) await refuseUnsuitableRole(asked);
  const pending = await pendingMigrations(asked, migrations);
  if (pending.length === 0) {
    const wanted = { url: access.serviceUrl, engine: config.engine, functions: shardedFunctions };
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
