import pg from 'pg';
import { onWorker, testDatabase, workerPorts } from '../support/test-database.js';

/** The same address, to another database. */
export function databaseOf(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a text on the first `count` workers, as the superuser. @returns the first value of the last row of each */
export async function askWorkers<Value>(text: string, count = workerPorts().length): Promise<Value[]> {
  const values: Value[] = [];
  for (const port of workerPorts().slice(0, count)) {
    const client = new pg.Client({ connectionString: onWorker(port, testDatabase().adminUrl) });
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
