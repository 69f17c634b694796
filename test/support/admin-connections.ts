// Connections of the superuser for all spec files of a worker: a new one costs a server more than most statements.
import pg from 'pg';

const pools = new Map<string, pg.Pool>();

/** Nothing keeps the process for them, and one that a test has ended is forgotten. */
export function connections(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 5_000, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  pools.set(connectionString, pool);
  return pool;
}
