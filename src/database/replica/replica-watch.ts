import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../../kernel/thrown.js';
import { refuseUnsuitableRole, UnsuitableDatabaseError } from '../role-check.js';
import { Freshness, LEASE_MS, logPosition, type LogPosition } from './freshness.rules.js';

/** How often primary and standby are asked how far they are. */
const ROUND_MS = 100;
/** Who does not say it in this time is taken for away. */
const PATIENCE_MS = 300;
const MISTAKE_PAUSE_MS = 5_000;
/** How soon the standby is asked again while a write waits for it: the longer it waits, the later. */
const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 16;

/** How far the primary is with what may have been confirmed. */
export const PRIMARY_POSITION = `(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END)::text AS position`;
const STANDBY_POSITION =
  'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END::text AS position';
const CLUSTER = 'SELECT system_identifier::text AS cluster FROM pg_control_system()';

/** How to connect to either server. */
export interface WatchedServers {
  readonly primary: () => pg.Client;
  readonly standby: () => pg.Client;
}

interface Waiter {
  readonly position: LogPosition;
  readonly committedAt: number;
  readonly confirm: () => void;
}

/** What answers is no standby, or one that was promoted. */
class NotAStandbyError extends Error {
  override readonly name = 'NotAStandbyError';
  override readonly message = 'DATABASE_REPLICA_URL does not lead to a standby.';
}

/**
 * Keeps track of how far the standby is, with one connection to each of the two. While it cannot, nobody reads from the standby.
 */
export class ReplicaWatch {
  private readonly logger = new Logger('Replica');
  private readonly freshness = new Freshness();
  private readonly waiters = new Set<Waiter>();
  private readonly stop = new AbortController();
  private primary: pg.Client | null = null;
  private standby: pg.Client | null = null;
  private watching: Promise<void> = Promise.resolve();
  private isPolling = false;
  private wasUsable = false;
  private lastComplaint = '';

  constructor(private readonly servers: WatchedServers) {}

  /** Whether a reader now finds on the standby whatever was confirmed before. */
  get isUsable(): boolean {
    return this.freshness.isUsable(performance.now());
  }

  /**
   * Begins to watch. A standby that is away is waited for in the background.
   * @throws UnsuitableDatabaseError when it belongs to another cluster, or to a role that may see too much
   */
  async start(): Promise<void> {
    try {
      await this.askPrimary();
      await this.askStandby();
    } catch (error) {
      if (error instanceof UnsuitableDatabaseError) {
        await this.end();
        throw error;
      }
      this.complain(error);
    }
    this.watching = this.keepWatching();
  }

  async end(): Promise<void> {
    this.stop.abort();
    for (const { confirm } of this.waiters) confirm();
    await this.watching;
    this.dropPrimary();
    this.dropStandby();
  }

  /** Resolves as soon as nobody reads from a standby without what was just committed up to `position`. */
  async settled(position: LogPosition): Promise<void> {
    const committedAt = performance.now();
    if (this.stop.signal.aborted || this.freshness.isSettled(position, committedAt, committedAt)) return;
    await new Promise<void>((resolve) => {
      const waiter = {
        position,
        committedAt,
        confirm: () => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve();
        },
      };
      const timer = setTimeout(waiter.confirm, LEASE_MS + 1);
      this.waiters.add(waiter);
      if (!this.isPolling) void this.poll();
    });
  }

  /** Asks the standby again and again until no write waits for it. */
  private async poll(): Promise<void> {
    this.isPolling = true;
    let pause = SHORTEST_PAUSE_MS;
    while (this.waiters.size > 0 && this.standby !== null) {
      const before = this.waiters.size;
      await this.askStandby().catch(() => undefined);
      if (this.waiters.size === 0) break;
      pause = this.waiters.size < before ? SHORTEST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS);
      await sleep(pause);
    }
    this.isPolling = false;
  }

  private async keepWatching(): Promise<void> {
    const { signal } = this.stop;
    let pause = ROUND_MS;
    while (await passed(pause, signal)) {
      pause = ROUND_MS;
      try {
        await this.askPrimary();
        await this.askStandby();
      } catch (error) {
        this.complain(error);
        if (isMistake(error)) pause = MISTAKE_PAUSE_MS;
      }
      this.tellChange();
    }
  }

  private async askPrimary(): Promise<void> {
    try {
      this.primary ??= await connect(this.servers.primary());
      const askedAt = performance.now();
      const position = await positionAt(this.primary, `SELECT ${PRIMARY_POSITION}`);
      if (position !== null) this.freshness.mark({ position, askedAt, answeredAt: performance.now() });
    } catch (error) {
      this.dropPrimary();
      throw error;
    }
  }

  private async askStandby(): Promise<void> {
    const askedAt = performance.now();
    try {
      this.standby ??= await this.connectStandby();
      const position = await positionAt(this.standby, STANDBY_POSITION);
      if (position === null) throw new NotAStandbyError();
      this.freshness.observe(position, askedAt, performance.now());
    } catch (error) {
      this.dropStandby();
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') this.freshness.refused(askedAt);
      else this.freshness.unreachable();
      throw error;
    } finally {
      this.confirmWaiters();
    }
  }

  private async connectStandby(): Promise<pg.Client> {
    const standby = await connect(this.servers.standby());
    try {
      const query = async (text: string): Promise<never> => (await standby.query(text)).rows as never;
      await refuseUnsuitableRole({ query }, 'DATABASE_REPLICA_URL');
      if (this.primary !== null) await refuseOtherCluster(this.primary, standby);
    } catch (error) {
      discard(standby);
      throw error;
    }
    standby.on('end', () => {
      if (this.standby !== standby) return;
      this.standby = null;
      this.freshness.unreachable();
    });
    return standby;
  }

  private confirmWaiters(): void {
    const now = performance.now();
    for (const { position, committedAt, confirm } of this.waiters) {
      if (this.freshness.isSettled(position, committedAt, now)) confirm();
    }
  }

  private dropPrimary(): void {
    discard(this.primary);
    this.primary = null;
  }

  private dropStandby(): void {
    discard(this.standby);
    this.standby = null;
  }

  private tellChange(): void {
    const { isUsable } = this;
    if (isUsable === this.wasUsable) return;
    this.wasUsable = isUsable;
    if (isUsable) this.logger.log('Reads go to the standby.');
    else this.logger.warn('Reads go to the primary: the standby is away or too far behind.');
  }

  /** Says what keeps the standby from being used, once. */
  private complain(error: unknown): void {
    const message = messageOf(error);
    if (this.stop.signal.aborted || message === this.lastComplaint) return;
    this.lastComplaint = message;
    this.logger.warn(`The standby is not used: ${message}`);
  }
}

/** Waits; false when it was told to stop. */
function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

const isMistake = (error: unknown): boolean =>
  error instanceof UnsuitableDatabaseError || error instanceof NotAStandbyError;

async function positionAt(client: pg.Client, text: string): Promise<LogPosition | null> {
  const { rows } = await client.query<{ position: string | null }>({
    text,
    query_timeout: PATIENCE_MS,
  } as pg.QueryConfig);
  const position = rows[0]?.position ?? null;
  return position === null ? null : logPosition(position);
}

async function refuseOtherCluster(primary: pg.Client, standby: pg.Client): Promise<void> {
  const [one, other] = await Promise.all(
    [primary, standby].map(async (client) => (await client.query<{ cluster: string }>(CLUSTER)).rows[0]),
  );
  if (one?.cluster !== other?.cluster)
    throw new UnsuitableDatabaseError(
      'DATABASE_REPLICA_URL does not lead to a standby of the server of DATABASE_URL.',
    );
}

async function connect(client: pg.Client): Promise<pg.Client> {
  // What a lost connection means is seen at the next question.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    discard(client);
    throw error;
  }
}

/** Ends a connection without waiting for the other side. */
function discard(client: pg.Client | null): void {
  client?.end().catch(() => undefined);
}
