import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, type Cluster, prepareCluster } from './cluster.js';
import {
  createCredentials,
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

/** A PostgreSQL server of this project's own, shared by all processes that open its data folder. */
export interface EmbeddedDatabase {
  /** postgres:// of the superuser on the maintenance database `postgres`. */
  readonly adminUrl: string;
  /** postgres:// of the role that owns the database. */
  readonly ownerUrl: string;
  /** postgres:// of the role that the service runs as. */
  readonly serviceUrl: string;
  /**
   * Leaves the database; the last one out stops the server and waits until it is gone. Close your own connections before.
   * @throws EmbeddedDatabaseError when the server does not stop
   */
  readonly leave: () => Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** Folder of credentials, log and cluster; made when it is missing. */
  readonly dataDir: string;
  /** There is one `service` at a time; a `guest` (the command line) may come and go beside it. */
  readonly role: Role;
  /** More settings of the server, when this call is the one that starts it. */
  readonly postgresFlags?: Readonly<Record<string, string>>;
  /** How root runs PostgreSQL; absent: as the folder's owner, in a user namespace, or as another user, whichever works first. */
  readonly rootStrategy?: RootStrategy;
}

const PATIENCE_MS = 30_000;
/** For a server that answers that it is recovering from a crash: stopping it would only begin the recovery anew. */
const RECOVERY_PATIENCE_MS = 180_000;
/** A port taken at the wrong moment, or survivors of a killed server that are still going. */
const STARTS = 4;
const PAUSE_MS = 40;
const PAUSE_BEFORE_RETRY_MS = 250;

/**
 * Joins the server that runs on the data folder, or initialises and starts one. PostgreSQL's own lock file decides between
 * processes that do so at the same moment.
 * @throws EmbeddedDatabaseError one clear sentence
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    const credentials = await credentialsOf(folder);
    const { port, leave } = await joinOrStart(folder, credentials, options);
    return {
      adminUrl: addressOf(port, ADMIN, credentials.admin, 'postgres'),
      ownerUrl: addressOf(port, OWNER_ROLE, credentials.owner, DATABASE),
      serviceUrl: addressOf(port, SERVICE_ROLE, credentials.service, DATABASE),
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
  // Somebody may have made both since we looked: they are always made before the cluster.
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
    // We were inside and have left; what we started may be in use by others now.
    server = undefined;
    throw answer.error;
  } catch (error) {
    await server?.abandon();
    throw error;
  }
}

/** Tries to join until a server lets us in or turns us away, and starts one whenever none runs. */
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
