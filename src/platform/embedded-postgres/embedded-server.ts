// One PostgreSQL server runs on a data folder, and any number of processes use it.
//
// 1. A process reads PostgreSQL's own lock file. When a server runs, the process joins it with the passwords of the folder.
// 2. When none runs, the process makes the cluster if needed and starts a server, in a session that Ctrl-C does not reach.
// 3. When two processes start a server at once, PostgreSQL's lock file lets one of them live, and both join that one.
// 4. Each process holds one connection with a shared advisory lock, as long as it uses the server (`membership.ts`).
// 5. The service also holds a lock of its own. A second service is refused; commands may come and go beside it.
// 6. Whoever leaves gives its shared lock back and then tries to get the lock alone. Only the last user gets it, and stops the server.
// 7. So a command that has started the server hands it over to `npm start`, and the other way round, without a restart.
// 8. PostgreSQL releases the locks of a killed process. The server goes on, and the next process takes it over.
// 9. A killed server is started again by the next process that opens the folder.
// 10. PostgreSQL refuses to run as root, so root runs it as another user (`launcher.ts`).
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, type Cluster, prepareCluster } from './cluster.js';
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

/** A PostgreSQL server that belongs to one data folder. All processes that open the folder share it. */
export interface EmbeddedDatabase {
  /** postgres:// address of the superuser and the maintenance database `postgres`. */
  readonly adminUrl: string;
  /** postgres:// address of the role that owns the database. */
  readonly ownerUrl: string;
  /** postgres:// address of the service's role. */
  readonly serviceUrl: string;
  /** A key of 32 bytes in base64 that is kept in the folder, for secrets in the database. A dump of the database lacks it. */
  readonly secretsKey: string;
  /**
   * Leaves the server. The last process to leave stops it and waits until it has ended. Close your own connections
   * first.
   * @throws EmbeddedDatabaseError when the server does not stop
   */
  readonly leave: () => Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** The folder of credentials, log and cluster. It is made when it is missing. */
  readonly dataDir: string;
  /** Only one `service` can use the folder at a time. Any number of `guest`s (commands) can use it beside the service. */
  readonly role: Role;
  /** More settings of the server. They apply when this call starts it. */
  readonly postgresFlags?: Readonly<Record<string, string>>;
}

/** Long enough for the recovery after a crash. To stop it then would only make it start again. */
const PATIENCE_MS = 180_000;
/** A start can fail when another program takes the port first, or while processes of a killed server are still ending. */
const STARTS = 4;
const PAUSE_MS = 40;
const PAUSE_BEFORE_RETRY_MS = 250;
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };

/**
 * Joins the server that runs on the data folder, or makes a cluster and starts a server.
 * @throws EmbeddedDatabaseError whose message is one clear sentence
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    const credentials = await keptCredentials(folder);
    const secretsKey = await keptSecretsKey(folder);
    const { port, membership } = await joinOrStart(folder, credentials, options);
    return {
      adminUrl: addressOf(port, ADMIN, credentials.admin, 'postgres'),
      ownerUrl: addressOf(port, OWNER_ROLE, credentials.owner, DATABASE),
      serviceUrl: addressOf(port, SERVICE_ROLE, credentials.service, DATABASE),
      secretsKey,
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
  await rm(path, REMOVAL);
}

interface Joined {
  readonly port: number;
  readonly membership: Membership;
}

/** Tries to join until a server accepts or refuses this process. Starts a server whenever none runs. */
async function joinOrStart(
  folder: DataFolder,
  credentials: Credentials,
  { role, postgresFlags = {} }: EmbeddedDatabaseOptions,
): Promise<Joined> {
  const deadline = Date.now() + PATIENCE_MS;
  let cluster: Cluster | undefined;
  let server: StartedServer | undefined;
  try {
    for (let starts = 0; ;) {
      const lock = await readLockFile(folder.cluster);
      const port = lock?.isServing ? lock.port : undefined;
      const joined = port === undefined ? undefined : await join(folder, credentials, role, port);
      if (joined) return joined;
      const isDown = !lock?.isServing && (server?.hasEnded ?? true);
      if (Date.now() > deadline || (isDown && starts === STARTS))
        throw new UnusableServerError(
          `The PostgreSQL server of ${folder.path} does not come up: ${(await server?.lastWords()) ?? 'it runs but does not answer'} (more in postgres.log in that folder).`,
        );
      if (isDown) {
        if (starts > 0) await sleep(PAUSE_BEFORE_RETRY_MS);
        cluster ??= await prepareCluster(folder, credentials);
        server = await startServer(cluster, folder, postgresFlags);
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

/** Joins the server on a port. @returns undefined when the server does not accept users yet, or does not any more */
async function join(
  folder: DataFolder,
  credentials: Credentials,
  role: Role,
  port: number,
): Promise<Joined | undefined> {
  const adminUrl = addressOf(port, ADMIN, credentials.admin, 'postgres');
  const membership = new Membership({ folder, credentials, adminUrl, role });
  try {
    return (await membership.enter()) ? { port, membership } : undefined;
  } catch (error) {
    if (isDisconnection(error)) return undefined;
    if (!codeOf(error).startsWith('28')) throw error;
    const sentence = `The server of ${folder.path} does not accept the password in credentials.json; restore that file from a backup.`;
    throw new UnusableServerError(sentence, { cause: error });
  }
}

/** The server does not let this process in. */
class UnusableServerError extends EmbeddedDatabaseError {}

/** Tells whether the connection ended instead of an answer, or the server starts up or shuts down. */
function isDisconnection(error: unknown): boolean {
  if (error instanceof EmbeddedDatabaseError) return false;
  const code = codeOf(error);
  if (code !== '') return /^(E[A-Z]+|57P0\d|08\d{3}|53300)$/.test(code);
  return /terminat|timeout|not queryable|was closed/i.test((error as Error).message);
}

/** The postgres:// address of a role and a database on this machine. */
function addressOf(port: number, user: string, password: string, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
