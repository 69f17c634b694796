import pg from 'pg';
import { opening, PROFILES } from '../../src/platform/tenancy/transactions/transaction-profiles.js';
import { writtenStatements } from '../../src/platform/tenancy/statement.js';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../support/servers/local-app.js';
import { testDatabase } from '../support/test-database.js';

/** What is wrong with the values or with the moment, and not with the statement: data, constraints, a deadlock with a job. */
const NOT_OF_STATEMENT = /^(22|23|40)/;
/** A temporary table of a bulk transaction is not there. */
const NO_TABLE = '42P01';

let app: LocalApp;
let client: pg.Client;

beforeAll(async () => {
  app = await startLocalApp();
  client = new pg.Client({ connectionString: testDatabase().serviceUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.stop();
});

it('takes every statement that the service writes out', async () => {
  const acme = await aWorkspace(app);
  const statements = writtenStatements();
  expect(statements.length).toBeGreaterThan(100);
  const refused: string[] = [];
  for (const { name, text } of statements) {
    const problem = await problemOf(acme, text);
    if (problem !== null) refused.push(`${name}: ${problem}`);
  }
  expect(refused).toEqual([]);
});

it('is planned for any workspace on the workers, and for its own on the coordinator', async () => {
  const { scope } = await aWorkspace(app);
  for (const sent of opening(PROFILES.write, scope.workspaceId, 'citus')) await client.query(sent);
  const mode = `current_setting('plan_cache_mode') AS mode`;
  const here = await client.query(`SELECT ${mode}`);
  const there = await client.query(`SELECT ${mode} FROM ticket_statuses WHERE workspace_id = $1 LIMIT 1`, [
    scope.workspaceId,
  ]);
  await client.query('ROLLBACK');
  expect([here.rows, there.rows]).toEqual([[{ mode: 'auto' }], [{ mode: 'force_generic_plan' }]]);
});

/** Why the cluster refuses a statement, whatever its values are; null when it takes it. What it does is undone. */
async function problemOf({ scope }: TestWorkspace, text: string): Promise<string | null> {
  for (const sent of opening(PROFILES.write, scope.workspaceId, 'citus')) await client.query(sent);
  try {
    await client.query(`PREPARE tried AS ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'tried'`,
    );
    await client.query('DEALLOCATE tried');
    const others = (rows[0]?.types ?? []).slice(1).map(valueOf);
    await client.query(text, [scope.workspaceId, ...others]);
    return null;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    return NOT_OF_STATEMENT.test(code) || (code === NO_TABLE && text.includes('pg_temp')) ? null : message;
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** A value that finds nothing. */
function valueOf(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000';
  if (type === 'boolean') return false;
  if (['integer', 'bigint', 'double precision', 'numeric', 'smallint'].includes(type)) return 1;
  return type.startsWith('timestamp') ? new Date() : type.startsWith('json') ? '[]' : '';
}
