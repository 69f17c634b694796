import { randomUUID } from 'node:crypto';
import pg from 'pg';
import '../../../src/app/app.module.js';
import { sharingStatements } from '../../../src/platform/tenancy/statement.js';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { startTestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** The columns of each unique index. */
let unique: Map<string, string[]>;
let client: pg.Client;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  const app = await startTestApp({ database });
  await aTicket(await aWorkspace(app, { team_members: [{ email: 'eve@team.example', first_name: 'Eve' }] }));
  await app.stop();
  // Because of these statistics, PostgreSQL considers every table large.
  await asAdmin(
    database,
    `UPDATE pg_class SET reltuples = 10000000, relpages = 1 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const found = await asAdmin<{ name: string; columns: string[] }>(
    database,
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL GROUP BY c.relname`,
  );
  unique = new Map(found.map(({ name, columns }) => [name, columns]));
  client = new pg.Client({ connectionString: database.serviceUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What may read many rows in a plan: a table that is not looked up by all columns of a unique index. */
function broadParts(node: Node): string[] {
  const below = (node.Plans ?? []).flatMap(broadParts);
  const { 'Relation Name': table, 'Index Name': index = '', 'Index Cond': condition = '' } = node;
  const columns = unique.get(index);
  const isNarrow =
    columns?.every((column) => new RegExp(String.raw`\b${column} = `).test(condition)) ?? false;
  return table === undefined || isNarrow ? below : [`${table} by "${index}" where ${condition}`, ...below];
}

/** The plan for any values, as the service gets it. */
async function broadPartsOf(text: string): Promise<string[]> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT set_config('app.workspace_id', $1, true)`, [randomUUID()]);
    await client.query(`SET LOCAL plan_cache_mode = 'force_generic_plan'; SET LOCAL enable_seqscan = off;
      SET LOCAL enable_bitmapscan = off; PREPARE looked_at AS ${text}`);
    const { rows } = await client.query<{ count: number }>(
      `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'looked_at'`,
    );
    const values = Array.from({ length: rows[0]?.count ?? 0 }, () => 'NULL').join(', ');
    const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE looked_at (${values})`,
    );
    return explained.rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => broadParts(Plan)) ?? [];
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** Other spec files of this process make statements of their own. */
const ofRooms = sharingStatements().filter(({ name }) => !name.startsWith('test.'));

it.each(ofRooms)(
  'the statement $name may share a connection: all that it reads are rows by unique indexes',
  async ({ text }) => {
    expect(await broadPartsOf(text)).toEqual([]);
  },
);

it('a statement that could read more is refused', async () => {
  const parts = await broadPartsOf('SELECT id FROM tickets WHERE workspace_id = $1 AND customer_id = $2');
  expect(parts).toEqual([expect.stringMatching(/^tickets by /)]);
});
