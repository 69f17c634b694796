import type { MixedList, DataSourceOptions } from 'typeorm';
import { migrations } from './migrations/index.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

export interface ConnectionSettings {
  readonly url: string;
  readonly entities: MixedList<new () => object>;
  readonly poolSize: number;
  /** How long one statement may take; by default as long as a request can wait for it. */
  readonly statementTimeoutMs?: number;
}

/** How long a request waits for a free connection before it is told to come back (decisions, section 2: 503 within 5 s). */
const WAIT_FOR_CONNECTION_MS = 3_500;
/** How long one statement of a request may take. */
const STATEMENT_TIMEOUT_MS = 3_500;
/** How much longer a connection may stay silent before it is given up. */
const SILENCE_MS = 500;

/**
 * How the service connects: as its own role, pipelining, so that the setting of the workspace travels with its statement
 * (architecture, section 5).
 */
export function serviceConnection(settings: ConnectionSettings): DataSourceOptions {
  const { url, entities, poolSize, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = settings;
  return {
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeCaseNaming(),
    applicationName: 'support-desk',
    installExtensions: false,
    poolSize,
    extra: {
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementTimeoutMs,
      // For a server that does not answer at all, not even that the statement took too long.
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idle_in_transaction_session_timeout: 10_000,
    },
  };
}

/** How migrations and administration connect: as the owner, one connection, without the limits of a request. */
export function ownerConnection(url: string): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    migrations,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeCaseNaming(),
    applicationName: 'support-desk migration',
    installExtensions: false,
    poolSize: 1,
  };
}
