import pg from 'pg';
import { DefaultNamingStrategy, type DataSourceOptions, type NamingStrategyInterface } from 'typeorm';
import { snakeCase } from '../../kernel/text.js';
import type { Configuration } from '../config/configuration.js';
import { givenUpOnSilence } from './pg-internals.js';
import { clientClass, type Pooling } from './pooled-client.js';
import { Replica } from './replica.js';

/** The rows of workspaces are on one server, or on the workers of a Citus cluster [choice 24]. */
export type Engine = Configuration['engine'];

/** A request waits at most this time for a free connection and for a statement, so that it is answered within 5 s [rule 2]. */
const WAIT_FOR_CONNECTION_MS = 3_500;
const STATEMENT_TIMEOUT_MS = 3_500;
/** A connection may stay silent for this time longer before it is given up. */
const SILENCE_MS = 500;

/** After a read of the standby has taken this time, the primary still has time to answer. */
const REPLICA_TIMEOUT_MS = 1_400;
/** A list may take 2 seconds there. A silent standby leaves the primary the rest. */
const REPLICA_SILENCE_MS = 2_500;
const REPLICA_WAIT_MS = 800;
const WATCH_MS = 1_000;

const SIDE_CONNECT_MS = 10_000;
const SIDE_IDLE_MS = 5_000;

/**
 * PostgreSQL expects many rows that are not there, and would compile such statements anew for each run, which takes seconds. And most
 * rows lie in memory or on a solid disk, where a row by an index costs hardly more than the next one of its table, not four times as much.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1';

/** Columns are named as their property in snake_case: `createdAt` is `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return custom ?? snakeCase([...prefixes, property].join('_'));
  }
}

/** The service connects as its own role, and pipelines, so that the setting of the workspace travels with its statement. */
export function serviceConnection({
  databaseUrl,
  entities,
  migrations,
  poolSize,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  pooling,
}: Configuration): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    entities: [...entities],
    migrations: [...migrations],
    namingStrategy: new SnakeCaseNaming(),
    applicationName: 'support-desk',
    installExtensions: false,
    poolSize,
    extra: {
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
      ...poolOfRequests(pooling, statementTimeoutMs),
    },
  };
}

function poolOfRequests(
  pooling: Pooling,
  statementMs: number,
  silenceMs = statementMs + SILENCE_MS,
): pg.PoolConfig {
  return {
    // A server that does not answer at all does not even say that a statement took too long.
    Client: givenUpOnSilence(clientClass(pooling), silenceMs),
    pipeline: true,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
    options: PLANNING,
  };
}

/** A migration waits at most this time for a lock on a table, because all later statements wait behind it. */
const MIGRATION_LOCK_TIMEOUT_MS = 1_000;

/** Migrations and administration connect as the owner, without the limits of a request. */
export function ownerConnection(url: string, poolSize = 1): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeCaseNaming(),
    applicationName: 'support-desk migration',
    installExtensions: false,
    // PostgreSQL has `gen_random_uuid` without that extension.
    uuidExtension: 'pgcrypto',
    poolSize,
    extra: {
      // Each transaction sets the limit, because a pooler in between would refuse one of the session.
      Client: clientClass({ pooler: 'transaction', prepared: true }),
      lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
    },
  };
}

/** Makes connections for COPY, which cannot be pipelined. The pool has no limit, because an export may hold two of them for hours. */
export function sidePool({ databaseUrl, pooling }: Configuration): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'support-desk side',
    keepAlive: true,
    Client: clientClass(pooling),
    options: PLANNING,
    max: Infinity,
    connectionTimeoutMillis: SIDE_CONNECT_MS,
    idleTimeoutMillis: SIDE_IDLE_MS,
  });
  // A connection that is lost, in use or not, fails the statement that uses it. There is nothing else to do about it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Makes the standby of the settings with its watch; null when there is none. It connects to nothing yet. */
export function replicaConnection(configuration: Configuration): Replica | null {
  const { databaseUrl, replicaUrl, poolSize, pooling } = configuration;
  if (replicaUrl === undefined) return null;
  const connections = new pg.Pool({
    connectionString: replicaUrl,
    application_name: 'support-desk replica',
    max: poolSize,
    connectionTimeoutMillis: REPLICA_WAIT_MS,
    ...poolOfRequests(pooling, REPLICA_TIMEOUT_MS, REPLICA_SILENCE_MS),
  });
  return new Replica(connections, {
    primary: watchingPool(databaseUrl, pooling, 'watch'),
    standby: watchingPool(replicaUrl, pooling, 'watch'),
  });
}

/** Makes a connection on which a server is asked for its state again and again. It answers soon or not at all. */
export function watchingPool(connectionString: string, pooling: Pooling, purpose: string): pg.Pool {
  return new pg.Pool({
    connectionString,
    application_name: `support-desk ${purpose}`,
    max: 1,
    connectionTimeoutMillis: WATCH_MS,
    ...poolOfRequests(pooling, WATCH_MS),
  });
}
