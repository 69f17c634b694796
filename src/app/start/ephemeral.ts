import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EmbeddedDatabaseError } from '../../platform/embedded-postgres/embedded-error.js';
import {
  openEmbeddedDatabase,
  type EmbeddedDatabase,
} from '../../platform/embedded-postgres/embedded-server.js';

/** Finds variables that name something which must outlive the service, or which two services could not share. */
const TO_DROP =
  /^(?:DATABASE_.*|ADMIN_.*|MIGRATION_DATABASE_URL|BASE_DOMAIN|DEFAULT_WORKSPACE|WORKERS|ATTACHMENTS_DIR|METRICS_PORT)$/;

/**
 * Makes the environment of a service that lives in a folder: free ports, its own database, and only warnings in the log. A program that
 * started it may make workspaces there.
 */
export function ephemeralEnvironment(
  env: NodeJS.ProcessEnv,
  { folder, json, adminKey }: Pick<Ephemeral, 'folder' | 'json' | 'adminKey'>,
): NodeJS.ProcessEnv {
  // An empty variable sets nothing.
  const kept = Object.entries(env).filter(([name, value]) => value !== '' && !TO_DROP.test(name));
  const admin = json && { ADMIN_PORT: '0', ADMIN_KEYS: `ephemeral:${adminKey}` };
  // A program reaches other workspaces than the demo by X-Forwarded-Host: few resolvers know names below localhost.
  const defaults = { LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' };
  return { ...defaults, ...Object.fromEntries(kept), PORT: '0', DATA_DIR: folder, ...admin };
}

/** A keeper writes this line when its database is there. */
export const READY = 'ready';

/** Describes a service that leaves nothing behind. */
export interface Ephemeral {
  readonly folder: string;
  readonly opening: Promise<EmbeddedDatabase>;
  /** Tells whether the service announces that it is ready in one line of JSON. */
  readonly json: boolean;
  readonly adminKey: string;
  /** Stops the database, when this process has left it, and removes the folder. */
  remove(): Promise<void>;
}

/** Makes a folder and starts the keeper of a database in it, which removes both when this process has ended, even by a kill. */
export async function openEphemeral(json: boolean): Promise<Ephemeral> {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-ephemeral-'));
  const keeper = startKeeper(folder);
  const opening = joinDatabase(keeper, folder);
  // The opening may fail before somebody awaits it. Who awaits it then gets the failure.
  opening.catch(() => undefined);
  const ended = once(keeper, 'close');
  return {
    folder,
    opening,
    json,
    adminKey: randomBytes(24).toString('hex'),
    remove: async () => {
      keeper.stdin.end();
      await ended;
    },
  };
}

/** Starts the keeper in a session of its own, because Ctrl-C in the terminal must not reach it. */
function startKeeper(folder: string): ChildProcessByStdio<Writable, Readable, null> {
  const script = fileURLToPath(new URL('./ephemeral-keeper.js', import.meta.url));
  return spawn(process.execPath, [script, folder], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** Joins the database when the keeper announces it. @throws EmbeddedDatabaseError with the message of a keeper that failed */
async function joinDatabase({ stdout }: { stdout: Readable }, dataDir: string): Promise<EmbeddedDatabase> {
  const said = (await text(stdout.take(1))).trim();
  if (said !== READY) throw new EmbeddedDatabaseError(said || 'The temporary database could not be made.');
  return openEmbeddedDatabase({ dataDir, role: 'service' });
}
