import { appendFile, readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { asAdmin, onWorker, testDatabase, workerPorts } from '../support/test-database.js';

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

/** Adds lines to `pg_hba.conf` of a worker, where "desk distribute" reads them. @returns what takes them out again */
export async function withLines(port: number, lines: readonly string[]): Promise<() => Promise<void>> {
  const worker = { ...testDatabase(), adminUrl: onWorker(port, testDatabase().adminUrl) };
  const [row] = await asAdmin<{ file: string }>(worker, `SELECT current_setting('hba_file') AS file`);
  const file = row?.file ?? '';
  const before = await readFile(file);
  await appendFile(file, `\n${lines.join('\n')}\n`);
  return () => writeFile(file, before);
}
