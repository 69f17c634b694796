import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { accessTo, type DatabaseAccess } from '../platform/database/database-access.js';
import { EmbeddedDatabaseError } from '../platform/embedded-postgres/embedded-error.js';
import { openEmbeddedDatabase } from '../platform/embedded-postgres/embedded-server.js';

/** Variables that name something which must outlive the service, or which two services could not share. */
const NOT_FOR_THIS = [
  ...['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_REPLICA_URL'],
  ...['DATABASE_POOLER', 'BASE_DOMAIN', 'DEFAULT_WORKSPACE', 'WORKERS', 'ATTACHMENTS_DIR', 'METRICS_PORT'],
];

/** The environment of a service that lives in `folder`: a free port, its own database, and only warnings in the log. */
export function ephemeralEnvironment(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !NOT_FOR_THIS.includes(name));
  return { LOG_LEVEL: 'warn', ...Object.fromEntries(kept), PORT: '0', DATA_DIR: folder };
}

/** The line of a keeper whose database is there. */
export const READY = 'ready';

/** A service of which nothing stays. */
export interface Ephemeral {
  /** Absolute path of its data folder. */
  readonly folder: string;
  readonly opening: Promise<DatabaseAccess>;
  /** Whether it says that it is ready in one line of JSON. */
  readonly json: boolean;
  /** Stops the database, when this process has left it, and removes the folder. */
  remove(): Promise<void>;
}

/**
 * Makes a folder of this process alone, and a second process that makes a database in it (`ephemeral-keeper.ts`). When this process
 * ends, however it does, the other one stops the database and removes the folder.
 */
export async function openEphemeral(json: boolean): Promise<Ephemeral> {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-ephemeral-'));
  const keeper = startKeeper(folder);
  const opening = openAfter(keeper, folder);
  // Whoever awaits it learns of a failure. It may fail before.
  opening.catch(() => undefined);
  const ended = once(keeper, 'close');
  return {
    folder,
    opening,
    json,
    remove: async () => {
      keeper.stdin.end();
      await ended;
    },
  };
}

/** The keeper is in a session of its own, because Ctrl-C in the terminal must not reach it. */
function startKeeper(folder: string): ChildProcessByStdio<Writable, Readable, null> {
  const script = fileURLToPath(new URL('./ephemeral-keeper.js', import.meta.url));
  return spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Joins the database when the keeper says that it is there. @throws EmbeddedDatabaseError with what else the keeper says */
async function openAfter({ stdout }: { stdout: Readable }, dataDir: string): Promise<DatabaseAccess> {
  const said = (await text(stdout.take(1))).trim();
  if (said !== READY) throw new EmbeddedDatabaseError(said || 'The temporary database could not be made.');
  return accessTo(await openEmbeddedDatabase({ dataDir, role: 'service' }));
}
