import { ADMIN } from './cluster.js';
import type { Credentials, DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError, folderError } from './embedded-error.js';
import { isComingOrGoing, isDisconnection, isRefusal, Keeper, type Role } from './keeper.js';
import { locateCluster } from './place.js';
import { isServing, readPostmaster, stopPostmaster } from './postmaster.js';
import { provision } from './provision.js';

/** The membership of this process in the group that shares a server. */
export interface Membership {
  readonly port: number;
  readonly leave: () => Promise<void>;
}

/** The answer of a running server. */
export type Answer =
  | { readonly kind: 'joined'; readonly membership: Membership }
  /** This process may not use the server. It has left already, and has stopped the server when no other process used it. */
  | { readonly kind: 'refused'; readonly error: EmbeddedDatabaseError };

/** The result of an attempt to join. */
export type Admission =
  | Answer
  /** No server runs. */
  | { readonly kind: 'absent' }
  /** A server runs but accepts no connection yet. `recovering` is true when it says that it is starting up or shutting down. */
  | { readonly kind: 'busy'; readonly recovering: boolean };

/**
 * Joins the server that runs on the folder's cluster, if there is one.
 * @throws EmbeddedDatabaseError when the server does not accept our password
 */
export async function join(folder: DataFolder, credentials: Credentials, role: Role): Promise<Admission> {
  const cluster = (await locateCluster(folder)).path;
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined || !(await isServing(postmaster))) return { kind: 'absent' };
  const { port } = postmaster;
  if (port === undefined) return { kind: 'busy', recovering: false };
  const url = addressOf(port, ADMIN, credentials.admin, 'postgres');
  let keeper: Keeper;
  try {
    keeper = await Keeper.connect(url, role);
  } catch (error) {
    if (!isRefusal(error)) return { kind: 'busy', recovering: isComingOrGoing(error) };
    const message = `The server of ${folder.path} does not accept the password in credentials.json; restore that file from a backup.`;
    throw new EmbeddedDatabaseError(message, { cause: error });
  }
  return enter(keeper, { folder, credentials, role, cluster, port, pid: postmaster.pid });
}

/** The postgres:// address of a role and a database on this machine. */
export function addressOf(port: number, user: string, password: string, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

interface Visit {
  readonly folder: DataFolder;
  readonly credentials: Credentials;
  readonly role: Role;
  readonly cluster: string;
  readonly port: number;
  readonly pid: number;
}

async function enter(keeper: Keeper, visit: Visit): Promise<Admission> {
  try {
    const isOurs = await keeper.atTheDoor(async () => {
      // Since the lock file was read, another server may have taken the port.
      if ((await keeper.serverProcess()) !== visit.pid) return false;
      await provision(keeper, visit.credentials);
      if (visit.role === 'service') await keeper.takeService(visit.folder.path);
      return true;
    });
    if (isOurs) return { kind: 'joined', membership: memberOf(keeper, visit) };
    await keeper.end();
    return { kind: 'busy', recovering: false };
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError) && isDisconnection(error)) {
      await keeper.end();
      return { kind: 'busy', recovering: false };
    }
    await depart(keeper, visit.cluster);
    return { kind: 'refused', error: folderError(visit.folder.path, error) };
  }
}

function memberOf(keeper: Keeper, { port, cluster }: Visit): Membership {
  let left: Promise<void> | undefined;
  return { port, leave: () => (left ??= depart(keeper, cluster)) };
}

/** Leaves the server. The last process to leave stops it. */
async function depart(keeper: Keeper, cluster: string): Promise<void> {
  try {
    await keeper.startLeaving();
    await keeper.atTheDoor(async () => {
      if (await keeper.seesOthers()) await keeper.fade();
      else await stopServer(keeper, cluster);
    });
  } catch (error) {
    // When the server cannot be reached any more, there is nothing to stop.
    if (error instanceof EmbeddedDatabaseError || !isDisconnection(error)) throw error;
  } finally {
    await keeper.end();
  }
}

async function stopServer(keeper: Keeper, cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  // Stops only the server of this connection, never another process that has got its process id meanwhile.
  if (postmaster && (await keeper.serverProcess()) === postmaster.pid)
    await stopPostmaster(postmaster, cluster);
}
