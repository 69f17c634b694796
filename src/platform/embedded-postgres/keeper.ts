import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { codeOf, EmbeddedDatabaseError, messageOf } from './embedded-error.js';
import { isAlive } from './postmaster.js';

/** How a process opens the database: as the one service, or as a command beside it. */
export type Role = 'service' | 'guest';

/** Every connection of this project has an `application_name` that starts with this. */
const OURS = 'support-desk';
/** `application_name` of a keeper; the number is the process id of its Node process. */
const KEEPER = new RegExp(`^${OURS} (?:service|guest) (\\d+)$`);
/** Advisory locks in the maintenance database. The first number is this project's. */
const LOCK_CLASS = 20_010;
const DOOR = 1;
const SERVICE = 2;

const LOCK_PATIENCE_MS = 20_000;
/** How long it may take until PostgreSQL releases the lock of a service that has just ended. */
const HANDOVER_MS = 2_000;
/** How long closed connections may stay in PostgreSQL's list on a busy machine. */
const LINGER_MS = 15_000;
const RECONNECT_AFTER_MS = 1_000;

/**
 * The connection that a process holds as long as it uses the server. The other processes see by it that the server is
 * in use. The service's connection also holds the lock that keeps a second service out. PostgreSQL releases locks when
 * the connection ends, also after kill -9.
 */
export class Keeper {
  private client: Client | undefined;
  private opening: Promise<void> | undefined;
  private leaving = false;

  private constructor(
    private readonly url: string,
    private readonly role: Role,
  ) {}

  static async connect(url: string, role: Role): Promise<Keeper> {
    const keeper = new Keeper(url, role);
    await keeper.open();
    return keeper;
  }

  async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.client === undefined) throw new Error('The connection to the database was lost.');
    const { rows } = await this.client.query<Row>(sql, [...values]);
    return rows;
  }

  /**
   * Runs something while no other process can join or leave. Without this, a process could join after the last one has
   * seen that it is the last, and before it stops the server. Instead the new one waits here, loses its connection, and
   * starts the server again.
   */
  async atTheDoor<T>(action: () => Promise<T>): Promise<T> {
    await this.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, DOOR]);
    try {
      return await action();
    } finally {
      // When the server has stopped meanwhile, it has released the lock.
      await this.query('select pg_advisory_unlock($1, $2)', [LOCK_CLASS, DOOR]).catch(() => undefined);
    }
  }

  /**
   * Makes this process the one service.
   * @throws EmbeddedDatabaseError when there is another one
   */
  async takeService(dataDir: string): Promise<void> {
    const deadline = Date.now() + HANDOVER_MS;
    while (!(await this.tryService())) {
      const holder = await this.processOfService();
      // PostgreSQL may need a moment to notice that a killed service is gone.
      const isDying = holder === undefined || !isAlive(holder);
      if (!isDying || Date.now() > deadline) {
        throw new EmbeddedDatabaseError(
          `The database in ${dataDir} is already served by another start of Support Desk (process ${holder ?? 'unknown'}); stop that one first.`,
        );
      }
      await sleep(50);
    }
  }

  /** Tells whether other processes use the server. Waits for connections that are just closing. */
  async seesOthers(): Promise<boolean> {
    const deadline = Date.now() + LINGER_MS;
    for (;;) {
      const others = await this.query<{ application_name: string }>(
        `select application_name from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name like $1`,
        [`${OURS}%`],
      );
      if (others.length === 0) return false;
      if (others.some((other) => KEEPER.test(other.application_name)) || Date.now() > deadline) return true;
      await sleep(50);
    }
  }

  /** The process id of the server behind this connection, from its lock file. */
  async serverProcess(): Promise<number | undefined> {
    const [row] = await this.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    );
    return row && Number(row.pid);
  }

  /** From now on the other processes do not count this connection, although it is still open. */
  async fade(): Promise<void> {
    await this.query(`set application_name = 'left ${OURS}'`);
  }

  /** From now on the end of the connection is not an error. When the connection was lost before, it is opened once more. */
  async startLeaving(): Promise<void> {
    this.leaving = true;
    if (this.client === undefined) await this.open();
  }

  async end(): Promise<void> {
    this.leaving = true;
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Opens the connection. Several calls at the same time share one attempt. */
  private open(): Promise<void> {
    this.opening ??= this.dial().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async dial(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: `${OURS} ${this.role} ${process.pid}`,
      // Overrides PGSSLMODE, which the operator may have set for other servers.
      ssl: false,
      connectionTimeoutMillis: 5_000,
      lock_timeout: LOCK_PATIENCE_MS,
    });
    // Without a listener, a lost connection would end the process. The "end" event follows and is handled below.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    client.once('end', () => {
      if (this.client === client) this.client = undefined;
      this.returnLater();
    });
  }

  /** After a crash PostgreSQL restarts itself. Then this process connects again, so that the others see it. */
  private returnLater(): void {
    if (this.leaving) return;
    setTimeout(() => {
      if (this.leaving || this.client) return;
      this.return().catch(() => {
        this.returnLater();
      });
    }, RECONNECT_AFTER_MS).unref();
  }

  private async return(): Promise<void> {
    await this.open();
    if (this.leaving) return;
    if (this.role === 'service') await this.tryService();
  }

  private async tryService(): Promise<boolean> {
    const [row] = await this.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      LOCK_CLASS,
      SERVICE,
    ]);
    return row?.taken ?? false;
  }

  private async processOfService(): Promise<number | undefined> {
    const [row] = await this.query<{ application_name: string }>(
      `select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
      [LOCK_CLASS, SERVICE],
    );
    const [, pid] = KEEPER.exec(row?.application_name ?? '') ?? [];
    return pid === undefined ? undefined : Number(pid);
  }
}

/** Tells whether the server refused our password. Waiting does not help then. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error)?.startsWith('28') ?? false;
}

/** Tells whether the server answered that it is starting up, recovering from a crash or shutting down. */
export function isComingOrGoing(error: unknown): boolean {
  return codeOf(error) === '57P03';
}

/** Tells whether the connection ended instead of an answer: refused, cut off, or timed out. */
export function isDisconnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return /^(E[A-Z]+|57P0\d|08\d{3}|53300|55P03)$/.test(code);
  return /terminat|timeout|not queryable|was lost|was closed/i.test(messageOf(error));
}
