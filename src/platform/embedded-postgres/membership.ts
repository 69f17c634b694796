import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { Credentials, DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { isAlive, stopServer } from './postmaster.js';

export const DATABASE = 'support_desk';
export const OWNER_ROLE = 'support_desk_owner';
export const SERVICE_ROLE = 'support_desk_service';

/** The part of a process in the database: the one service, or a command beside it. */
export type Role = 'service' | 'guest';

/** A running server, and how to become one of its users. */
interface Entrance {
  readonly folder: DataFolder;
  readonly credentials: Credentials;
  /** postgres:// address of the superuser and the maintenance database. */
  readonly adminUrl: string;
  readonly role: Role;
}

/** Advisory locks in the maintenance database. The first number is this project's. */
const IN_USE = '20010, 1';
const SERVICE = '20010, 2';

const RETURN_AFTER_MS = 1_000;

/**
 * The connection that a process holds as long as it uses the server. It holds the lock IN_USE, shared with the other
 * users, and for the service also the lock SERVICE. PostgreSQL releases both when the connection ends, also after kill -9.
 */
export class Membership {
  private client: Client | undefined;
  private isLeaving = false;
  private returning: Promise<void> | undefined;
  private left: Promise<void> | undefined;

  constructor(private readonly entrance: Entrance) {}

  /**
   * Becomes a user of the server. The first user of a new cluster makes the roles and the database.
   * @returns false when the server is just being stopped or made ready by another process, or its service was just killed
   * @throws EmbeddedDatabaseError when another process is the service
   */
  async enter(): Promise<boolean> {
    const client = await this.connect();
    try {
      if (await this.isAdmitted(client)) {
        this.client = client;
        client.once('end', () => {
          this.client = undefined;
          this.returnLater();
        });
        return true;
      }
    } catch (error) {
      await this.depart(client);
      throw error;
    }
    await client.end();
    return false;
  }

  /**
   * Leaves the server. The last process to leave stops it and waits until it has ended.
   * @throws EmbeddedDatabaseError when the server does not stop
   */
  leave(): Promise<void> {
    return (this.left ??= this.leaveOnce());
  }

  private async leaveOnce(): Promise<void> {
    this.isLeaving = true;
    await this.returning;
    // A server that cannot be reached has ended, so that there is nothing to stop.
    const client = this.client ?? (await this.connect().catch(() => undefined));
    if (client) await this.depart(client);
  }

  /**
   * Gives the shared lock back, and stops the server when nobody else has it. A process that comes meanwhile does not get
   * its own shared lock, tries again, and starts the server again.
   */
  private async depart(client: Client): Promise<void> {
    try {
      await client.query('select pg_advisory_unlock_all()');
      if (await isLocked(client, 'pg_try_advisory_lock', IN_USE))
        await stopServer(this.entrance.folder.cluster);
    } catch (error) {
      if (error instanceof EmbeddedDatabaseError) throw error;
      // The connection has ended, and the server with it.
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async connect(): Promise<Client> {
    const { adminUrl, role } = this.entrance;
    const client = new Client({
      connectionString: adminUrl,
      application_name: `support-desk ${role} ${process.pid}`,
      // Overrides PGSSLMODE, which the operator may have set for other servers.
      ssl: false,
      connectionTimeoutMillis: 5_000,
    });
    // Without a listener, a lost connection would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  private async isAdmitted(client: Client): Promise<boolean> {
    const { credentials, role } = this.entrance;
    const isNew = !(await exists(client, 'select from pg_database where datname = $1', DATABASE));
    if (isNew && !(await isLocked(client, 'pg_try_advisory_lock', IN_USE))) return false;
    if (isNew) await provision(client, credentials);
    if (!(await isLocked(client, 'pg_try_advisory_lock_shared', IN_USE))) return false;
    if (isNew) await client.query(`select pg_advisory_unlock(${IN_USE})`);
    return role === 'guest' || this.isTheService(client);
  }

  private async isTheService(client: Client): Promise<boolean> {
    if (await isLocked(client, 'pg_try_advisory_lock', SERVICE)) return true;
    const { rows } = await client.query<{ process: string }>(
      `select substring(application_name from '\\d+$') as process
       from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and (classid, objid) = (${SERVICE}) and granted`,
    );
    const holder = Number(rows[0]?.process);
    // PostgreSQL may need a moment to notice that a service was killed.
    if (!rows[0] || !isAlive(holder)) return false;
    throw new EmbeddedDatabaseError(
      `The database in ${this.entrance.folder.path} is already served by another start of Support Desk (process ${holder}); stop that one first.`,
    );
  }

  /** Enters again after a crash, from which PostgreSQL recovers by itself. Else another process could stop the server. */
  private returnLater(): void {
    if (this.isLeaving) return;
    setTimeout(() => {
      if (this.isLeaving) return;
      this.returning = this.enter()
        .catch(() => false)
        .then((isIn) => {
          if (!isIn) this.returnLater();
        });
    }, RETURN_AFTER_MS).unref();
  }
}

async function isLocked(client: Client, attempt: string, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${attempt}(${lock}) as locked`);
  return rows[0]?.locked ?? false;
}

/** Makes the two roles and then the database. A killed call may have left a role. Only one process at a time may call this. */
async function provision(client: Client, { owner, service }: Credentials): Promise<void> {
  for (const [role = '', password = ''] of [
    [OWNER_ROLE, owner],
    [SERVICE_ROLE, service],
  ]) {
    if (await exists(client, 'select from pg_roles where rolname = $1', role)) continue;
    const powers = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication';
    await client.query(`create role ${escapeIdentifier(role)} ${powers} password ${escapeLiteral(password)}`);
  }
  await client.query(`grant pg_read_all_stats to ${SERVICE_ROLE}`);
  await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
}

async function exists(client: Client, sql: string, name: string): Promise<boolean> {
  return (await client.query(sql, [name])).rowCount !== 0;
}
