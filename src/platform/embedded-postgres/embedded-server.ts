import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, type Cluster, prepareCluster } from './cluster.js';
import {
  createCredentials,
  keptSecretsKey,
  type Credentials,
  type DataFolder,
  openDataFolder,
  readCredentials,
} from './data-folder.js';
import { EmbeddedDatabaseError, folderError } from './embedded-error.js';
import { addressOf, type Answer, join, type Membership } from './join.js';
import type { Role } from './keeper.js';
import type { RootStrategy } from './launcher.js';
import { locateCluster } from './place.js';
import { DATABASE, OWNER_ROLE, SERVICE_ROLE } from './provision.js';
import { type StartedServer, startServer } from './start-server.js';

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
  /**
   * How root runs PostgreSQL. When absent: as the folder's owner, in a user namespace, or as another user; the first
   * that works.
   */
  readonly rootStrategy?: RootStrategy;
}

const PATIENCE_MS = 30_000;
/** Applies while the server recovers from a crash. To stop it then would only make it start the recovery again. */
const RECOVERY_PATIENCE_MS = 180_000;
/** A start can fail when another program takes the port first, or while processes of a killed server are still ending. */
const STARTS = 4;
const PAUSE_MS = 40;
const PAUSE_BEFORE_RETRY_MS = 250;

/**
 * Joins the server that runs on the data folder, or makes a cluster and starts a server. When several processes do this
 * at the same time, PostgreSQL's own lock file lets one of them start it.
 * @throws EmbeddedDatabaseError whose message is one clear sentence
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    const credentials = await credentialsOf(folder);
    const secretsKey = await keptSecretsKey(folder);
    const { port, leave } = await joinOrStart(folder, credentials, options);
    return {
      adminUrl: addressOf(port, ADMIN, credentials.admin, 'postgres'),
      ownerUrl: addressOf(port, OWNER_ROLE, credentials.owner, DATABASE),
      serviceUrl: addressOf(port, SERVICE_ROLE, credentials.service, DATABASE),
      secretsKey,
      leave,
    };
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

async function credentialsOf(folder: DataFolder): Promise<Credentials> {
  const found = await readCredentials(folder);
  if (found) return found;
  const cluster = await locateCluster(folder);
  if (!cluster.holdsData) return createCredentials(folder);
  // Another process may have made both meanwhile: the credentials are always made before the cluster.
  const late = await readCredentials(folder);
  if (late) return late;
  throw new EmbeddedDatabaseError(
    `The data folder ${folder.path} holds a database but not its credentials.json; restore that file from a backup.`,
  );
}

async function joinOrStart(
  folder: DataFolder,
  credentials: Credentials,
  options: EmbeddedDatabaseOptions,
): Promise<Membership> {
  let server: StartedServer | undefined;
  const start = async (cluster: Cluster): Promise<StartedServer> =>
    (server = await startServer(cluster, folder, options.postgresFlags ?? {}));
  try {
    const answer = await untilAnswered(folder, credentials, options, start);
    if (answer.kind === 'joined') return answer.membership;
    // This process has joined and left already. Other processes may use the server by now, so it must go on.
    server = undefined;
    throw answer.error;
  } catch (error) {
    await server?.abandon();
    throw error;
  }
}

/** Tries to join until a server accepts or refuses this process. Starts a server whenever none runs. */
async function untilAnswered(
  folder: DataFolder,
  credentials: Credentials,
  { role, rootStrategy }: EmbeddedDatabaseOptions,
  start: (cluster: Cluster) => Promise<StartedServer>,
): Promise<Answer> {
  const begun = Date.now();
  let patience = PATIENCE_MS;
  let cluster: Cluster | undefined;
  let server: StartedServer | undefined;
  for (let starts = 0; ;) {
    const admission = await join(folder, credentials, role);
    if (admission.kind === 'joined' || admission.kind === 'refused') return admission;
    if (admission.kind === 'busy' && admission.recovering) patience = RECOVERY_PATIENCE_MS;
    const mayStart = admission.kind === 'absent' && (server?.ended ?? true);
    if (Date.now() - begun > patience || (mayStart && starts === STARTS))
      throw await notComingUp(folder, server);
    if (mayStart) {
      if (starts > 0) await sleep(PAUSE_BEFORE_RETRY_MS);
      cluster ??= await prepareCluster(folder, credentials, rootStrategy);
      server = await start(cluster);
      starts += 1;
    }
    await sleep(PAUSE_MS);
  }
}

async function notComingUp(
  folder: DataFolder,
  server: StartedServer | undefined,
): Promise<EmbeddedDatabaseError> {
  const words = server ? await server.lastWords() : 'it runs but does not answer';
  return new EmbeddedDatabaseError(
    `The PostgreSQL server of ${folder.path} does not come up: ${words} (more in postgres.log in that folder).`,
  );
}
