// The limit: what `COPY` alone needs for the same rows in the same tables, with their indexes and foreign keys. The
// rows of
// the search tables are copied like the others, so the triggers that write them are off during the copy.
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The tables that an import fills. Each comes after the tables to which it refers. */
const FILLED = ['customers', 'customer_emails', 'tickets', 'ticket_tag_index', 'ticket_value_index'];

/** The counts of tickets and customers. */
const COUNTS = ['list_totals', 'customer_count_changes', 'ticket_count_chunks', 'ticket_count_changes'];

const CHUNK = { highWaterMark: 256 * 1024 };

/** Writes the rows of a workspace to files of COPY, in the order in which they are stored. @returns the files' names by table */
export async function keepRows(client, folder, subdomain) {
  const files = {};
  for (const table of FILLED) {
    files[table] = join(folder, `${subdomain}.${table}`);
    await pipeline(
      client.query(copyTo(`COPY (${rowsOf(table, subdomain)}) TO STDOUT`, CHUNK)),
      createWriteStream(files[table]),
    );
  }
  return files;
}

/** Removes all tickets and customers of the installation, with all rows that name them, as if there had never been any. */
export async function empty(client) {
  await client.query(`TRUNCATE ${[...FILLED, ...COUNTS].join(', ')} CASCADE`);
  await client.query('UPDATE ticket_counters SET last_number = 0');
  await settle(client);
}

/** Writes earlier changes to disk, so that they do not slow down the next measurement. */
export async function settle(client) {
  await client.query('CHECKPOINT');
}

/**
 * Copies kept rows into their empty tables. Each table is analyzed after its copy, and that time is not counted: for a
 * table that was analyzed when it was empty or half full, the planner may choose to check foreign keys by reading all
 * rows of a workspace for each new row. @returns the seconds, by table and `total`
 */
export async function measureCopyIn(client, files) {
  await client.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off');
  await client.query('ALTER TABLE tickets DISABLE TRIGGER USER');
  const seconds = { total: 0 };
  for (const [table, file] of Object.entries(files)) {
    const started = performance.now();
    await pipeline(createReadStream(file, CHUNK), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
    seconds[table] = (performance.now() - started) / 1000;
    seconds.total += seconds[table];
    await client.query(`ANALYZE ${table}`);
  }
  await client.query('ALTER TABLE tickets ENABLE TRIGGER USER');
  await client.query('RESET plan_cache_mode; RESET enable_seqscan');
  return seconds;
}

/** Reads all tickets of a workspace by COPY and discards them. @returns the seconds */
export async function measureCopyOut(client, subdomain) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const started = performance.now();
  await pipeline(client.query(copyTo(`COPY (${rowsOf('tickets', subdomain)}) TO STDOUT`, CHUNK)), nowhere);
  return (performance.now() - started) / 1000;
}

/** @returns bytes on disk for each ticket, by table, separately for rows and indexes */
export async function storageOf(client, tickets) {
  await client.query('VACUUM');
  const { rows } = await client.query(
    `SELECT name, pg_table_size(name::regclass) AS rows, pg_indexes_size(name::regclass) AS indexes
     FROM unnest($1::text[]) name`,
    [FILLED],
  );
  const share = (bytes) => Math.round(Number(bytes) / tickets);
  return Object.fromEntries(
    rows.map(({ name, ...of }) => [name, { rows: share(of.rows), indexes: share(of.indexes) }]),
  );
}

function rowsOf(table, subdomain) {
  return `SELECT * FROM ${table} WHERE workspace_id = (SELECT id FROM workspaces WHERE subdomain = '${subdomain}')`;
}
