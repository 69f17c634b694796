import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  CONNECTION_SETTINGS,
  sideConnection,
  type ConnectionSettings,
} from '../database/connection-options.js';
import { isForbidden, retrying, toDomainError } from '../database/postgres-errors.js';
import { clientClass } from '../database/pooled-client.js';
import type { LogPosition } from '../database/replica/freshness.rules.js';
import { commit, REPLICA, type Replica } from '../database/replica/replica.js';
import { unavailable } from '../kernel/errors.js';
import type { BulkScope, BulkTransaction, StagingTable, TenantScope } from './tenant-scope.js';
import { settingOf } from './workspace-setting.js';

const CONNECTIONS = 4;
const CONNECT_MS = 10_000;
const IDLE_MS = 5_000;
/** One statement writes thousands of rows, and may wait for the batch of somebody else. */
const STATEMENT_MS = 120_000;
/** As much text as goes to PostgreSQL in one piece, in characters. */
const CHUNK = 64 * 1024;

/**
 * Tables grow while an import runs, and what the planner knows of them is old: it takes a table for small that nobody has
 * analysed yet, and a workspace for empty that was not there when somebody did; then it would read all of a workspace for
 * every batch. So it is not told which workspace it is, and what is looked up is looked up one by one. A batch's rows stay
 * in memory.
 */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'enable_bitmapscan = off',
  'enable_material = off',
  'jit = off',
  "work_mem = '32MB'",
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');

/**
 * Units of work on many rows at once. They have a small pool of their own: the connections of the other one pipeline, which
 * COPY cannot do, and allow no statement of this length.
 */
@Injectable()
export class BulkWork implements OnApplicationShutdown {
  private pool: pg.Pool | undefined;

  constructor(
    @Inject(CONNECTION_SETTINGS) private readonly settings: ConnectionSettings,
    @Inject(REPLICA) private readonly replica: Replica | null,
  ) {}

  /** Runs `work` in one transaction. It may run again after a deadlock, so it must act on the database only. */
  async run<Result>(scope: TenantScope, work: (bulk: BulkScope) => Promise<Result>): Promise<Result> {
    const { result, position } = await retrying(() => this.attempt(scope, work));
    if (position !== null) await this.replica?.settled(position);
    return result;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  private async attempt<Result>(
    scope: TenantScope,
    work: (bulk: BulkScope) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly position: LogPosition | null }> {
    const client = await this.connect();
    let broken: boolean | undefined;
    try {
      await client.query(`BEGIN; ${settingOf(scope.workspaceId)}; ${PLANS}`);
      const result = await work(Object.freeze({ ...scope, transaction: transactionOn(client) }));
      const position = await commit(client, this.replica);
      return { result, position };
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async connect(): Promise<pg.PoolClient> {
    this.pool ??= poolFor(this.settings);
    try {
      return await this.pool.connect();
    } catch (error) {
      throw toDomainError(error);
    }
  }
}

function poolFor(settings: ConnectionSettings): pg.Pool {
  const pool = new pg.Pool({
    ...sideConnection(settings, 'bulk'),
    Client: clientClass(settings.pooling),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
  });
  // A connection that is lost, in use or not, fails the statement that uses it; there is nothing else to do about it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function transactionOn(client: pg.PoolClient): BulkTransaction {
  return {
    // Without its name: a statement that is prepared once may keep the plan for a table that was empty then.
    query: async ({ text }, values) => {
      const result = await client.query<object>({ text, values: [...values] });
      return result.rows;
    },
    stage: async (table, rows) => {
      await makeTable(client, table);
      const name = pg.escapeIdentifier(table.name);
      await pipeline(
        Readable.from(inChunks(rows), { highWaterMark: 4 }),
        client.query(copyFrom(`COPY pg_temp.${name} FROM STDIN`)),
      );
    },
  };
}

/** It is dropped with the transaction, so that a pooler may give the next one another connection. */
async function makeTable(client: pg.PoolClient, { name, columns }: StagingTable): Promise<void> {
  const list = columns.map(([column, type]) => `${pg.escapeIdentifier(column)} ${type}`).join(', ');
  try {
    await client.query(`CREATE TEMPORARY TABLE ${pg.escapeIdentifier(name)} (${list}) ON COMMIT DROP`);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const words =
      "the service's role may not make temporary tables: run `desk migrate` as the owner, or let an";
    throw unavailable(
      new Error(`${words} administrator GRANT TEMPORARY ON DATABASE to it.`, { cause: error }),
    );
  }
}

function* inChunks(rows: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += row;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
