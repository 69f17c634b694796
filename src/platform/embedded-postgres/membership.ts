import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { ADMIN } from './cluster.js';
import type { Credentials, DataFolder } from './data-folder.js';
import { EmbeddedDatabaseError } from './embedded-error.js';
import { isAlive, readLockFile, stopServer } from './postmaster.js';

export const DATABASE = 'support_desk';
export const OWNER_ROLE = 'support_desk_owner';
export const SERVICE_ROLE = 'support_desk_service';

/** A process is the one service of the database, or a command beside it. */
export type Role = 'service' | 'guest';

/** Processes take these advisory locks in the maintenance database. The first number is this project's. */
const IN_USE = '20010, 1';
const SERVICE = '20010, 2';

const RETURN_AFTER_MS = 1_000;

/** A process holds this connection, with its locks, as long as it uses the server (`embedded-server.ts`, 4 to 8). */
export class Membership {
  private client: Client | undefined;
  private returning: Promise<void> | undefined;
  private leaving: Promise<void> | undefined;
  private tellLost = (): void => undefined;
  /** Resolves when the server has ended while this process used it. A server that recovers from a crash has not ended. */
  readonly lost = new Promise<void>((resolve) => (this.tellLost = resolve));

  constructor(
    private readonly folder: DataFolder,
    private readonly credentials: Credentials,
    private readonly role: Role,
    readonly port: number,
  ) {}

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
          void this.tellIfLost();
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

  leave(): Promise<void> {
    return (this.leaving ??= this.leaveOnce());
  }

  private async leaveOnce(): Promise<void> {
    await this.returning;
    // A server that cannot be reached has ended, so that there is nothing to stop.
    const client = this.client ?? (await this.connect().catch(() => undefined));
    if (client) await this.depart(client);
  }

  /** Gives the locks back, and stops the server when no other process has one. A process that comes meanwhile starts it again. */
  private async depart(client: Client): Promise<void> {
    try {
      await client.query('select pg_advisory_unlock_all()');
      if (await isLocked(client, 'pg_try_advisory_lock', IN_USE)) await stopServer(this.folder.cluster);
    } catch (error) {
      // Any other error means that the connection has ended, and the server with it.
      if (error instanceof EmbeddedDatabaseError) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      ...{ host: '127.0.0.1', port: this.port, database: 'postgres' },
      ...{ user: ADMIN, password: this.credentials.admin },
      application_name: `support-desk ${this.role} ${process.pid}`,
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
    const isNew = !(await exists(client, 'select from pg_database where datname = $1', DATABASE));
    if (isNew && !(await isLocked(client, 'pg_try_advisory_lock', IN_USE))) return false;
    if (isNew) await provision(client, this.credentials);
    if (!(await isLocked(client, 'pg_try_advisory_lock_shared', IN_USE))) return false;
    if (isNew) await client.query(`select pg_advisory_unlock(${IN_USE})`);
    return this.role === 'guest' || this.isTheService(client);
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
      `The database in ${this.folder.path} is already served by another start of Support Desk (process ${holder}); stop that one first.`,
    );
  }

  /** Enters again after a crash, from which PostgreSQL recovers by itself. Else another process could stop the server. */
  private returnLater(): void {
    setTimeout(() => {
      if (this.leaving) return;
      this.returning = this.enter()
        .catch(() => false)
        .then((isIn) => {
          if (isIn) return;
          void this.tellIfLost();
          this.returnLater();
        });
    }, RETURN_AFTER_MS).unref();
  }

  private async tellIfLost(): Promise<void> {
    const server = await readLockFile(this.folder.cluster).catch(() => undefined);
    if (!this.leaving && !server?.isServing) this.tellLost();
  }
}

async function isLocked(client: Client, attempt: string, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${attempt}(${lock}) as locked`);
  return rows[0]?.locked ?? false;
}

/** Makes the two roles and then the database. A killed call may have left a role. Only one process at a time may call this. */
async function provision(client: Client, { owner, service }: Credentials): Promise<void> {
  for (const [role, password] of [
    [OWNER_ROLE, owner],
    [SERVICE_ROLE, service],
  ] as const) {
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
