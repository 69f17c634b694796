import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import {
  CONNECTION_SETTINGS,
  sideConnection,
  type ConnectionSettings,
} from '../database/connection-options.js';
import { clientClass } from '../database/pooled-client.js';
import { toDomainError } from '../database/postgres-errors.js';
import { CopyOut, type CopyFormat } from './copy-out.js';
import { withLiterals, type Statement } from './statement.js';
import type { TenantScope, TenantTransaction } from './tenant-scope.js';
import { settingOf } from './workspace-setting.js';

/** What a reader of a snapshot gets from `COPY ... TO STDOUT`; `rowCount` counts once all was read. */
export type CopiedBytes = AsyncIterable<Uint8Array> & { readonly rowCount: number };

/** A scope in which everything is read as of one moment. */
export interface Snapshot extends TenantScope {
  readonly transaction: Pick<TenantTransaction, 'query'>;
  /**
   * Streams the rows of a statement; who reads slowly makes the database wait. It begins at once, before anybody reads: two
   * run at the same time, each on a connection of its own, and any more wait for their turn.
   */
  copyOut(statement: Statement, values: readonly unknown[], format: CopyFormat): CopiedBytes;
}

/** How long it may take to reach the database; what is read afterwards may take any time. */
const CONNECT_MS = 10_000;

/**
 * Readings of any length that see one moment of a workspace. Each has a connection of its own: those of the pool pipeline,
 * which COPY cannot do, and belong to work that is short.
 */
@Injectable()
export class TenantSnapshots implements OnModuleDestroy {
  private readonly open = new Set<pg.Client>();

  constructor(@Inject(CONNECTION_SETTINGS) private readonly settings: ConnectionSettings) {}

  /** Passes on what `work` yields; the snapshot ends with it, also when the reader stops early. */
  async *read<Item>(
    scope: TenantScope,
    work: (snapshot: Snapshot) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    const [first, second] = [this.newClient(), this.newClient()];
    try {
      await begin(first, scope);
      const { rows } = await first.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
      await begin(second, scope, rows[0]?.id);
      yield* work(snapshotOn([first, second], scope));
      await Promise.all([first.query('COMMIT'), second.query('COMMIT')]);
    } catch (error) {
      throw toDomainError(error);
    } finally {
      for (const client of [first, second]) this.open.delete(client);
      await Promise.all([first.end(), second.end()]);
    }
  }

  /** Ends what is still being read. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.open].map((client) => client.end()));
  }

  private newClient(): pg.Client {
    const Client = clientClass(this.settings.pooling);
    const client = new Client({
      ...sideConnection(this.settings, 'snapshot'),
      connectionTimeoutMillis: CONNECT_MS,
    });
    // A connection that is lost fails the statement that uses it; there is nothing else to do about it.
    client.on('error', () => undefined);
    this.open.add(client);
    return client;
  }
}

/**
 * Rows are looked up one by one in the order of an index, so that the first comes at once and nothing is gathered; who reads
 * may pause for as long as they like. Workers of PostgreSQL would wait for each other, because rows leave in order.
 */
const LONG_READING = [
  'idle_in_transaction_session_timeout = 0',
  'statement_timeout = 0',
  'max_parallel_workers_per_gather = 0',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'jit = off',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');

/** @param exported the snapshot of another connection, to see what that one sees */
async function begin(client: pg.Client, { workspaceId }: TenantScope, exported?: string): Promise<void> {
  await client.connect();
  const same = exported === undefined ? '' : `SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(exported)};`;
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${same}
    ${settingOf(workspaceId)}; SET LOCAL TimeZone = 'UTC'; ${LONG_READING}`);
}

/** The first of the clients answers queries; copies are dealt to them in turn. */
function snapshotOn(clients: readonly [pg.Client, pg.Client], scope: TenantScope): Snapshot {
  const lanes = clients.map((client) => laneOn(client));
  let copies = 0;
  return {
    ...scope,
    transaction: {
      query: async (statement, values) => {
        const result = await clients[0].query<object>({ ...statement, values: [...values] });
        return result.rows;
      },
    },
    copyOut: (statement, values, format) => {
      const copy = new CopyOut(withLiterals(statement, [scope.workspaceId, ...values]), format);
      lanes[copies++ % lanes.length]?.(copy);
      return copy;
    },
  };
}

/** One copy after the other on a connection. */
function laneOn(client: pg.Client): (copy: CopyOut) => void {
  let last = Promise.resolve();
  return (copy) => {
    last = last.then(() => client.query(copy).isOver);
  };
}
