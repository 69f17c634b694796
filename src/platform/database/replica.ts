import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../../kernel/thrown.js';
import { refuse, refuseUnsuitableRole, UnsuitableDatabaseError } from './role-check.js';
import { ASK_PRIMARY, ASK_STANDBY, lackIn, type PrimaryFacts, type StandbyFacts } from './synchrony.js';

const ROUND_MS = 1_000;
/** The servers' last answers count for so long when no new ones come. */
const BELIEVED_MS = 2 * ROUND_MS;

/** The connections over which the two servers are asked for their state: one connection each. */
interface WatchedServers {
  readonly primary: pg.Pool;
  readonly standby: pg.Pool;
}

/**
 * A standby that answers reads while PostgreSQL lets every commit wait until the standby has applied it. Once a second both
 * servers are asked whether that is so (decision 18).
 */
export class Replica {
  private readonly logger = new Logger('Replica');
  private readonly stop = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  /** The end of the primary's log in the last round, when commits waited for the standby then; otherwise null. */
  private mark: string | null = null;
  private usableUntil = 0;
  private reason: string | null = null;
  private reported: string | null = null;
  private holds = false;

  constructor(
    readonly connections: pg.Pool,
    private readonly servers: WatchedServers,
  ) {
    // A lost connection fails its statement. A standby that restarts may at first lack what it had applied before.
    for (const pool of [connections, servers.standby]) {
      onLostConnection(pool, () => {
        this.distrust('The connection to the standby was lost.');
      });
    }
    onLostConnection(servers.primary, () => undefined);
  }

  /** The connections for reads now; null when the primary must answer. */
  get pool(): pg.Pool | null {
    return performance.now() < this.usableUntil ? this.connections : null;
  }

  /** Why the primary must answer reads, in a sentence; null when the standby answers them. */
  get lack(): string | null {
    return this.reason;
  }

  /** Whether commits wait for a standby that does not answer. Each further one would block one more connection. */
  get holdsCommits(): boolean {
    return this.holds;
  }

  /**
   * Asks both servers, and goes on to do so in the background. It does not wait for a server that is away.
   * @throws UnsuitableDatabaseError when the standby belongs to another cluster, or its role can bypass row-level security
   */
  async start(): Promise<void> {
    try {
      await this.look();
      if (this.mark !== null) await this.look();
    } catch (error) {
      if (error instanceof UnsuitableDatabaseError) {
        await this.end();
        throw error;
      }
    }
    this.watching = this.watch();
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.watching;
    const { primary, standby } = this.servers;
    await Promise.all([this.connections, primary, standby].map((pool) => pool.end()));
  }

  /** Logs why reads go to the primary, or after that that they go to the standby again. */
  report(): void {
    if (this.reason !== null) this.logger.warn(`Reads go to the primary. ${this.reason}`);
    else if (this.reported !== null) this.logger.warn('Reads go to the standby again.');
    this.reported = this.reason;
  }

  private async watch(): Promise<void> {
    while (await passed(ROUND_MS, this.stop.signal)) {
      await this.look().catch(() => undefined);
      if (this.reason !== this.reported) this.report();
    }
  }

  /** One round. The standby is used when commits waited for it in this round and the last, and it has applied the last mark. */
  private async look(): Promise<void> {
    const askedAt = performance.now();
    const [standby, primary] = await Promise.allSettled([
      this.askStandby(),
      ask<PrimaryFacts>(this.servers.primary, ASK_PRIMARY),
    ]);
    this.holds = primary.status === 'fulfilled' && primary.value.holdsCommits;
    try {
      const [there, here] = [answerOf('standby', standby), answerOf('primary', primary)];
      if (there.cluster !== here.cluster)
        refuse('DATABASE_REPLICA_URL does not lead to a standby of the server of DATABASE_URL.');
      const lack = lackIn(there, here);
      // The mark is gone when the connection was lost during this round.
      const isCaughtUp = this.mark !== null && there.hasApplied === true;
      this.mark = lack === null ? here.position : null;
      this.reason = lack ?? (isCaughtUp ? null : 'The standby has yet to catch up.');
      this.usableUntil = this.reason === null ? askedAt + BELIEVED_MS : 0;
    } catch (error) {
      this.distrust(messageOf(error));
      throw error;
    }
  }

  private async askStandby(): Promise<StandbyFacts> {
    const { standby } = this.servers;
    const query = async (text: string): Promise<never> => (await standby.query(text)).rows as never;
    if (this.mark === null) await refuseUnsuitableRole({ query }, 'DATABASE_REPLICA_URL');
    return ask<StandbyFacts>(standby, ASK_STANDBY, [this.mark]);
  }

  private distrust(reason: string): void {
    this.mark = null;
    this.usableUntil = 0;
    this.reason = reason;
  }
}

/** Waits. Returns false when the signal ended it. */
function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

async function ask<Facts extends object>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Facts> {
  const [facts] = (await pool.query<Facts>(text, values)).rows;
  if (facts === undefined) throw new Error('it returned no row');
  return facts;
}

function answerOf<Facts>(server: string, answer: PromiseSettledResult<Facts>): Facts {
  if (answer.status === 'fulfilled') return answer.value;
  if (answer.reason instanceof UnsuitableDatabaseError) throw answer.reason;
  throw new Error(`The ${server} does not answer: ${messageOf(answer.reason)}.`);
}

function onLostConnection(pool: pg.Pool, react: () => void): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', react));
}
