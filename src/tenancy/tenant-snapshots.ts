import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  CONNECTION_SETTINGS,
  sideConnection,
  type ConnectionSettings,
} from '../database/connection-options.js';
import { clientClass } from '../database/pooled-client.js';
import { toDomainError } from '../database/postgres-errors.js';
import { withLiterals, type Statement } from './statement.js';
import type { TenantScope, TenantTransaction } from './tenant-scope.js';
import { settingOf } from './workspace-setting.js';

/** What a reader of a snapshot gets from `COPY ... TO STDOUT`; `rowCount` counts once all was read. */
export type CopiedBytes = AsyncIterable<Uint8Array> & { readonly rowCount: number };

/** A scope in which everything is read as of one moment. */
export interface Snapshot extends TenantScope {
  readonly transaction: Pick<TenantTransaction, 'query'>;
  /**
   * Streams the rows of a statement; who reads slowly makes the database wait.
   * @param format what stands in the parentheses of COPY, such as `FORMAT csv`
   */
  copyOut(statement: Statement, values: readonly unknown[], format: string): CopiedBytes;
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
    const client = this.newClient();
    try {
      await client.connect();
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settingOf(scope.workspaceId)};
        SET LOCAL TimeZone = 'UTC'; ${LONG_READING}`);
      yield* work(snapshotOn(client, scope));
      await client.query('COMMIT');
    } catch (error) {
      throw toDomainError(error);
    } finally {
      this.open.delete(client);
      await client.end();
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
 * Rows are looked up one by one in the order of an index, by several processes where the server allows that, so that the
 * first comes at once and nothing is gathered; who reads may pause for as long as they like.
 */
const LONG_READING = [
  'idle_in_transaction_session_timeout',
  'statement_timeout',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_seqscan',
  'enable_bitmapscan',
  'jit',
]
  .map((name) => `SET LOCAL ${name} = ${name.endsWith('timeout') ? '0' : 'off'}`)
  .join('; ');

function snapshotOn(client: pg.Client, scope: TenantScope): Snapshot {
  return {
    ...scope,
    transaction: {
      query: async (statement, values) => {
        const result = await client.query<object>({ ...statement, values: [...values] });
        return result.rows;
      },
    },
    copyOut: (statement, values, format) => {
      const query = withLiterals(statement, [scope.workspaceId, ...values]);
      return client.query(copyTo(`COPY (${query}) TO STDOUT (${format})`, { highWaterMark: 256 * 1024 }));
    },
  };
}
