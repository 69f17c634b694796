import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { unavailable } from '../../kernel/errors.js';
import { isForbidden } from '../database/postgres-errors.js';
import type { StagingTable } from './tenant-scope.js';

/** PostgreSQL gets pieces of so many characters. */
const CHUNK = 64 * 1024;

/** Makes a temporary table, which ends with the transaction, and fills it by COPY. */
export async function stage(
  client: pg.ClientBase,
  table: StagingTable,
  rows: Iterable<string>,
): Promise<void> {
  await makeTable(client, table);
  const name = pg.escapeIdentifier(table.name);
  await pipeline(
    Readable.from(inChunks(rows), { highWaterMark: 4 }),
    client.query(copyFrom(`COPY pg_temp.${name} FROM STDIN`)),
  );
}

/** The table is dropped with the transaction, so that a pooler may give the next one another connection. */
async function makeTable(client: pg.ClientBase, { name, columns }: StagingTable): Promise<void> {
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
