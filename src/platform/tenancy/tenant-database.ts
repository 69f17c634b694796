import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { unavailable } from '../../kernel/errors.js';
import { Configuration } from '../config/configuration.js';
import { sidePool } from '../database/connection-options.js';
import { managerSendingBy, poolOf } from '../database/pg-internals.js';
import { isDirect } from '../database/pooled-client.js';
import { retrying, toDomainError } from '../database/postgres-errors.js';
import { Replica } from '../database/replica.js';
import { FairShares } from '../limits/fair-shares.js';
import {
  readBetween,
  readDirectly,
  readOnCluster,
  type HotRead,
  opening,
  PROFILES,
  type Profile,
} from './transactions/transaction-profiles.js';
import { OpenTransaction, refuseWhenLate, type Work } from './transactions/open-transaction.js';
import { checkedStatement, ormStatement, plannedOnce, type Statement } from './statement.js';
import { SharedLane } from './transactions/shared-lane.js';
import { isTooBroad, readWeighed } from './transactions/weighed-read.js';
import { openSnapshot, type Reader } from './transactions/tenant-snapshot.js';
import type { InnerScope, SnapshotTransaction, TenantScope } from './tenant-scope.js';

/** A workspace may use this number of connections at once, however small the pool and the share are. */
const LEAST_SHARE = 2;

/** Workspaces share the connections of a pool, and the lists that may take long. */
interface Shares {
  readonly connections: FairShares;
  readonly searches: FairShares;
}

/**
 * Opens every transaction on tenant tables. All statements run in a transaction of one of the profiles, whose setting names the
 * workspace that row-level security compares with (architecture, section 6). Errors that mean "no database" become `unavailable`.
 */
@Injectable()
export class TenantDatabase implements OnModuleDestroy, OnApplicationShutdown {
  private readonly hotRead: HotRead;
  private openSidePool: Pool | undefined;
  private readonly shares = new Map<Pool, Shares>();
  /** Reads of few rows share a connection of a pool. A pooler or a cluster has none. */
  private readonly lanes: Map<Pool, SharedLane> | null;
  /** Snapshots are read on these connections now. */
  private readonly reading = new Set<PoolClient>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: Configuration,
    @Inject(Replica) private readonly replica: Replica | null,
  ) {
    const { engine, pooling } = configuration;
    const isPlain = engine === 'postgres' && isDirect(pooling);
    this.hotRead = isPlain ? readDirectly : engine === 'citus' ? readOnCluster : readBetween;
    this.lanes = isPlain && configuration.poolSize > LEAST_SHARE ? new Map() : null;
  }

  /** Ends the lanes, and the snapshots, whose readers may take any time. */
  async onModuleDestroy(): Promise<void> {
    for (const lane of this.lanes?.values() ?? []) lane.close();
    await Promise.all([...this.reading].map((client) => client.end()));
  }

  /** Waits for a batch under way. */
  async onApplicationShutdown(): Promise<void> {
    await this.openSidePool?.end();
  }

  /** Does a hot read, on a standby when one is up to date. */
  read(scope: TenantScope, statement: Statement, values: readonly unknown[]): Promise<QueryResult> {
    if (!statement.weighed) return this.readAnywhere(scope, statement, values);
    return readWeighed(scope, statement, statement.weighed, (as, most) =>
      this.readAnywhere(scope, as, [...values, most]),
    );
  }

  private async readAnywhere(
    scope: TenantScope,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult> {
    const standby = statement.isForPrimary ? null : (this.replica?.pool ?? null);
    if (standby === null) return this.readFrom(this.primary, scope, statement, values);
    try {
      return await this.readFrom(standby, scope, statement, values);
    } catch (error) {
      // The primary would need as long.
      if (isTooBroad(statement, error)) throw error;
      // A wrong statement fails on the primary, too.
      return this.readFrom(this.primary, scope, statement, values);
    }
  }

  /** Repositories use TypeORM here outside of a transaction: each of its statements is a hot read. */
  readingManager(scope: TenantScope): EntityManager {
    return managerSendingBy(this.dataSource, (text, values = []) =>
      this.read(scope, plannedOnce(checkedStatement(ormStatement(text, values))), values),
    );
  }

  /** Runs work in a transaction of its own. */
  transactAs<Result>(profile: Profile, scope: TenantScope, work: Work<Result>): Promise<Result> {
    return retrying(() => this.attempt(profile, scope, work));
  }

  /** Runs work once, on a connection of the caller, such as one of the owner of the tables. */
  transactOn<Result>(
    client: Client,
    scope: TenantScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    return this.transactionOn(client, PROFILES.write, scope).run(work);
  }

  /** Passes on what `work` yields from a snapshot, which ends when the reader stops. */
  async *snapshot<Item>(
    scope: TenantScope,
    work: (snapshot: InnerScope<SnapshotTransaction>) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    const clients: PoolClient[] = [];
    try {
      const first = await this.readerOf(scope, clients);
      // Exports that held a connection of a pooler while they wait for another one could wait for each other.
      const others =
        this.configuration.pooling.pooler === 'transaction' ? [] : [await this.readerOf(scope, clients)];
      const transaction = await openSnapshot([first, ...others], scope);
      yield* work(Object.freeze({ ...scope, transaction }));
      // The server notices the end of a connection later, and keeps the locks of the snapshot until then.
      await first.client.query('ROLLBACK').catch(() => undefined);
    } catch (error) {
      throw toDomainError(error);
    } finally {
      for (const client of clients) {
        this.reading.delete(client);
        client.release(true);
      }
    }
  }

  /** The pool of the primary. @throws unavailable when the process has closed it, because it ends */
  private get primary(): Pool {
    const pool = poolOf(this.dataSource) as Pool | undefined;
    if (pool === undefined) throw unavailable(new Error('The process ends.'));
    return pool;
  }

  private async readFrom(
    pool: Pool,
    scope: TenantScope,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult> {
    if (statement.sharesLane && this.lanes) {
      refuseWhenLate(scope);
      const found = await this.laneOf(pool, this.lanes).read(scope.workspaceId, statement, values);
      if (found) return found;
    }
    const read = (): Promise<QueryResult> =>
      this.inTurn('connections', pool, scope, async () => {
        const client = await connect(pool, scope);
        let isBroken = false;
        try {
          return await this.hotRead(client, scope.workspaceId, statement, values);
        } catch (error) {
          isBroken = true;
          throw toDomainError(error);
        } finally {
          client.release(isBroken);
        }
      });
    return statement.planned === 'each_time' ? this.inTurn('searches', pool, scope, read) : read();
  }

  private laneOf(pool: Pool, lanes: Map<Pool, SharedLane>): SharedLane {
    const lane = lanes.get(pool) ?? new SharedLane(pool);
    lanes.set(pool, lane);
    return lane;
  }

  private async attempt<Result>(profile: Profile, scope: TenantScope, work: Work<Result>): Promise<Result> {
    const run = async (pool: Pool): Promise<Result> => {
      const client = await connect(pool, scope);
      try {
        return await this.transactionOn(client, profile, scope).run(work);
      } finally {
        // A connection whose transaction could not be ended is closed.
        client.release(client.getTransactionStatus() !== 'I');
      }
    };
    if (profile.connections === 'side') return run(this.sidePool());
    this.refuseWhileCommitsWait();
    const pool = this.primary;
    return this.inTurn('connections', pool, scope, async () => {
      // The turn may have come because a commit that waits has lost its connection.
      this.refuseWhileCommitsWait();
      return run(pool);
    });
  }

  private refuseWhileCommitsWait(): void {
    if (this.replica?.holdsCommits) throw unavailable(new Error('The primary waits for a standby.'));
  }

  /** Does work that needs a connection of the pool, or that may take long there, when it is the workspace's turn. */
  private async inTurn<Result>(
    what: keyof Shares,
    pool: Pool,
    { workspaceId, deadline }: TenantScope,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { connectionTimeoutMillis = 0 } = pool.options;
    const leave = await this.sharesOf(pool)[what].take(
      workspaceId,
      Math.min(connectionTimeoutMillis, deadline.remainingMs),
    );
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private sharesOf(pool: Pool): Shares {
    const known = this.shares.get(pool);
    if (known) return known;
    // The lane keeps one connection.
    const max = pool.options.max - (this.lanes ? 1 : 0);
    const share = Math.max(LEAST_SHARE, Math.ceil(max * this.configuration.workspaceShare));
    const connections = new FairShares(max, share);
    const shares = { connections, searches: new FairShares(max, LEAST_SHARE, connections) };
    this.shares.set(pool, shares);
    return shares;
  }

  private sidePool(): Pool {
    return (this.openSidePool ??= sidePool(this.configuration));
  }

  private async readerOf(scope: TenantScope, clients: PoolClient[]): Promise<Reader> {
    const client = await connect(this.sidePool(), scope);
    clients.push(client);
    this.reading.add(client);
    return { client, transaction: this.transactionOn(client, PROFILES.snapshot, scope) };
  }

  private transactionOn(client: Client, profile: Profile, scope: TenantScope): OpenTransaction {
    return new OpenTransaction(client, opening(profile, scope.workspaceId, this.configuration.engine), {
      keepsPlans: profile.keepsPlans,
      scope,
      dataSource: this.dataSource,
    });
  }
}

async function connect(pool: Pool, scope: TenantScope): Promise<PoolClient> {
  refuseWhenLate(scope);
  try {
    return await pool.connect();
  } catch (error) {
    throw toDomainError(error);
  }
}
