// One PostgreSQL server runs on a data folder, and any number of processes use it.  1. A process reads PostgreSQL's own lock file. When a
// server runs, the process joins it with the passwords of the folder. 2. When none runs, the process makes the cluster if needed and starts
// a server, in a session that Ctrl-C does not reach. 3. When two processes start a server at once, PostgreSQL's lock file lets one of them
// live, and both join that one. 4. Each process holds one connection with a shared advisory lock, as long as it uses the server
// (`membership.ts`). 5. The service also holds a lock of its own. A second service is refused; commands may come and go beside it. 6. A
// process that leaves gives its shared lock back and then tries to get the lock exclusively. Only the last user gets it, and stops the
// server. 7. So a command that has started the server hands it over to `npm start`, and the other way round, without a restart. 8.
// PostgreSQL releases the locks of a killed process. The server goes on, and the next process takes it over. 9. A killed server is started
// again by the next process that opens the folder. The service learns of it (`lost`), and ends. 10. PostgreSQL refuses to run as root, so
// root runs it as another user (`launcher.ts`).
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, prepareCluster } from './cluster.js';
import {
  type Credentials,
  type DataFolder,
  keptCredentials,
  keptSecretsKey,
  openDataFolder,
} from './data-folder.js';
import { codeOf, EmbeddedDatabaseError, folderError } from './embedded-error.js';
import { DATABASE, Membership, OWNER_ROLE, type Role, SERVICE_ROLE } from './membership.js';
import { readLockFile, type StartedServer, startServer, stopServer } from './postmaster.js';

/** This PostgreSQL server belongs to one data folder. All processes that open the folder share it. */
export interface EmbeddedDatabase {
  /** It leads the superuser to the maintenance database `postgres`. */
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  /** The key for secrets in the database has 32 bytes, here in base64. The folder keeps it, and a dump of the database lacks it. */
  readonly secretsKey: string;
  /** Resolves when the server has ended by itself, or was killed, before this process has left it. */
  readonly lost: Promise<void>;
  /** Leaves the server. The last process to leave stops it and waits until it has ended. Close your own connections first. */
  readonly leave: () => Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  /** Only one `service` can use the folder at a time. Any number of `guest`s (commands) can use it beside the service. */
  readonly role: Role;
  /** The server gets these further settings when this call starts it. */
  readonly postgresFlags?: Readonly<Record<string, string>>;
}

/** A recovery after a crash ends within this time. Stopping it earlier would only make it start again. */
const PATIENCE_MS = 180_000;
/** A start can fail when another program takes the port first, or while processes of a killed server are still ending. */
const STARTS = 4;
const PAUSE_MS = 40;
const PAUSE_BEFORE_RETRY_MS = 250;

/** Joins the server that runs on the data folder, or makes a cluster and starts a server. @throws EmbeddedDatabaseError in one sentence */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    const credentials = await keptCredentials(folder);
    const secretsKey = await keptSecretsKey(folder);
    const membership = await joinOrStart(folder, credentials, options);
    const addressOf = (user: string, password: string, database: string): string =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${membership.port}/${database}`;
    return {
      adminUrl: addressOf(ADMIN, credentials.admin, 'postgres'),
      ownerUrl: addressOf(OWNER_ROLE, credentials.owner, DATABASE),
      serviceUrl: addressOf(SERVICE_ROLE, credentials.service, DATABASE),
      secretsKey,
      lost: membership.lost,
      leave: () => membership.leave(),
    };
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/** Stops the server of a data folder, whoever uses it, and removes the folder. */
export async function removeEmbeddedDatabase(dataDir: string): Promise<void> {
  const { path, cluster } = await openDataFolder(dataDir);
  await stopServer(cluster);
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Tries to join until a server accepts or refuses this process. Starts a server whenever none runs. */
async function joinOrStart(
  folder: DataFolder,
  credentials: Credentials,
  { role, postgresFlags = {} }: EmbeddedDatabaseOptions,
): Promise<Membership> {
  const deadline = Date.now() + PATIENCE_MS;
  let server: StartedServer | undefined;
  try {
    for (let starts = 0; ;) {
      const lock = await readLockFile(folder.cluster);
      if (lock?.isServing && lock.port !== undefined) {
        const membership = new Membership(folder, credentials, role, lock.port);
        if (await hasJoined(membership, folder)) return membership;
      }
      const isDown = !lock?.isServing && (server?.hasEnded ?? true);
      if (Date.now() > deadline || (isDown && starts === STARTS))
        throw new UnusableServerError(
          `The PostgreSQL server of ${folder.path} does not come up: ${(await server?.lastWords()) ?? 'it runs but does not answer'} (more in postgres.log in that folder).`,
        );
      if (isDown) {
        if (starts > 0) await sleep(PAUSE_BEFORE_RETRY_MS);
        server = await startServer(await prepareCluster(folder, credentials), folder, postgresFlags);
        starts += 1;
      }
      await sleep(PAUSE_MS);
    }
  } catch (error) {
    // Nobody else can use a server with another password, or one that does not answer.
    if (error instanceof UnusableServerError && server?.hasEnded === false) await stopServer(folder.cluster);
    throw error;
  }
}

/** @returns false when the server does not accept users yet, or does not any more */
async function hasJoined(membership: Membership, { path }: DataFolder): Promise<boolean> {
  try {
    return await membership.enter();
  } catch (error) {
    if (isDisconnection(error)) return false;
    if (!codeOf(error).startsWith('28')) throw error;
    const sentence = `The server of ${path} does not accept the password in credentials.json; restore that file from a backup.`;
    throw new UnusableServerError(sentence, { cause: error });
  }
}

/** The server refuses this process. */
class UnusableServerError extends EmbeddedDatabaseError {}

/** Tells whether the connection ended instead of an answer, or the server starts up or shuts down. */
function isDisconnection(error: unknown): boolean {
  if (error instanceof EmbeddedDatabaseError) return false;
  const code = codeOf(error);
  if (code !== '') return /^(E[A-Z]+|57P0\d|08\d{3}|53300)$/.test(code);
  return /terminat|timeout|not queryable|was closed/i.test((error as Error).message);
}
