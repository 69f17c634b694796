import pg from 'pg';
import { testDatabase } from '../support/test-database.js';

/** The ports of the workers of this run. */
export function workerPorts(): readonly number[] {
  return (JSON.parse(process.env['DESK_TEST'] ?? '') as { workers: number[] }).workers;
}

/** The same address, to another database. */
export function databaseOf(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

/** The address of a worker for the role of `address`. */
export function onWorker(port: number, address = testDatabase().adminUrl): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** Runs a text on the first `count` workers, as the superuser. @returns the first value of the last row of each */
export async function askWorkers<Value>(text: string, count = workerPorts().length): Promise<Value[]> {
  const values: Value[] = [];
  for (const port of workerPorts().slice(0, count)) {
    const client = new pg.Client({ connectionString: onWorker(port) });
    await client.connect();
    try {
      const results = [await client.query(text)].flat() as pg.QueryResult<Record<string, Value>>[];
      values.push(Object.values(results.at(-1)?.rows[0] ?? {})[0] as Value);
    } finally {
      await client.end();
    }
  }
  return values;
}
