import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, type Pool } from 'pg';
import { messageOf } from '../../kernel/errors.js';
import { askedOn, refuse, refuseUnsuitableRole, UnsuitableDatabaseError } from './role-check.js';

const ROUND_MS = 1_000;
/** The servers' last answers count for this time when no new ones come. */
const BELIEVED_MS = 2 * ROUND_MS;

interface StandbyFacts {
  readonly cluster: string;
  readonly isStandby: boolean;
  /** The name under which it receives the log; null while it receives nothing. */
  readonly name: string | null;
  /** Whether it has applied the log up to the position asked for; null when none was given. */
  readonly hasApplied: boolean | null;
}

interface PrimaryFacts {
  readonly cluster: string;
  readonly role: string;
  readonly maySeeStandbys: boolean;
  readonly synchronousCommit: string;
  /** The standbys that are connected to it. */
  readonly standbys: readonly { readonly name: string; readonly state: string }[];
  /** Whether a commit has been waiting for a standby for more than two seconds. */
  readonly holdsCommits: boolean;
  /** The end of its log. */
  readonly position: string;
}

/** Its parameter is a position in the log, or null. */
const ASK_STANDBY = String.raw`
  SELECT system_identifier::text AS cluster, pg_is_in_recovery() AS "isStandby",
    COALESCE(substring(conninfo FROM '(?:^| )application_name=(\S+)'),
      substring(conninfo FROM 'fallback_application_name=(\S+)')) AS name,
    pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasApplied"
  FROM pg_control_system() LEFT JOIN pg_stat_wal_receiver ON status = 'streaming'`;

/** The position is read last, so that it covers every commit that did not have to wait for these standbys. */
const ASK_PRIMARY = `
  SELECT system_identifier::text AS cluster, current_user AS role,
    pg_has_role('pg_read_all_stats', 'USAGE') AS "maySeeStandbys",
    current_setting('synchronous_commit') AS "synchronousCommit",
    EXISTS (SELECT FROM pg_stat_activity
      WHERE wait_event = 'SyncRep' AND query_start < clock_timestamp() - interval '2 s') AS "holdsCommits",
    (SELECT COALESCE(json_agg(json_build_object('name', application_name, 'state', sync_state)), '[]')
      FROM pg_stat_replication) AS standbys,
    pg_current_wal_flush_lsn()::text AS position
  FROM pg_control_system()`;

/** A standby that answers reads while every commit waits until it is applied there. Both servers are asked once a second [choice 18]. */
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
    readonly connections: Pool,
    /** Each has one connection, on which the server is asked for its state. */
    private readonly servers: Readonly<Record<'primary' | 'standby', Pool>>,
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
  get pool(): Pool | null {
    return performance.now() < this.usableUntil ? this.connections : null;
  }

  /** Says in a sentence why the primary must answer reads; null when the standby answers them. */
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

  /** Logs why reads go to the primary, and later that they go to the standby again. */
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

  /** Does one round. The standby is used when commits waited for it in this round and the last, and it has applied the last mark. */
  private async look(): Promise<void> {
    const askedAt = performance.now();
    const [standby, primary] = await Promise.allSettled([this.askStandby(), this.askPrimary()]);
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
    const asked = askedOn(this.servers.standby);
    if (this.mark === null) await refuseUnsuitableRole(asked, 'DATABASE_REPLICA_URL');
    const [facts] = await asked.query<[StandbyFacts]>(ASK_STANDBY, [this.mark]);
    return facts;
  }

  private async askPrimary(): Promise<PrimaryFacts> {
    const [facts] = await askedOn(this.servers.primary).query<[PrimaryFacts]>(ASK_PRIMARY);
    return facts;
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

function answerOf<Facts>(server: string, answer: PromiseSettledResult<Facts>): Facts {
  if (answer.status === 'fulfilled') return answer.value;
  if (answer.reason instanceof UnsuitableDatabaseError) throw answer.reason;
  throw new Error(`The ${server} does not answer: ${messageOf(answer.reason)}.`);
}

function onLostConnection(pool: Pool, react: () => void): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', react));
}

/** The name of a standby that was given none. Several standbys may have it. */
const DEFAULT_NAME = 'walreceiver';

/** Says in a sentence why the primary may confirm a commit before the standby has applied it; null when it may not. */
function lackIn({ isStandby, name }: StandbyFacts, primary: PrimaryFacts): string | null {
  const { role, synchronousCommit } = primary;
  const [state = 'not connected', ...others] = primary.standbys
    .filter((standby) => standby.name === name)
    .map((standby) => standby.state);
  if (!isStandby) return 'DATABASE_REPLICA_URL does not lead to a standby.';
  if (!primary.maySeeStandbys)
    return `The role "${role}" cannot see which standby is synchronous: an administrator must run GRANT pg_read_all_stats TO ${escapeIdentifier(role)}.`;
  if (synchronousCommit !== 'remote_apply')
    return `synchronous_commit is "${synchronousCommit}" on the primary and must be "remote_apply".`;
  if (name === null) return 'The standby receives no log from the primary.';
  if (name === DEFAULT_NAME) return 'The standby has no name of its own: set cluster_name on it.';
  if (others.length > 0) return `Several standbys have the name "${name}".`;
  if (state === 'sync') return null;
  return `The primary says that the standby "${name}" is ${state}, not sync: set synchronous_standby_names = 'FIRST 1 ("${name}")' on the primary.`;
}
