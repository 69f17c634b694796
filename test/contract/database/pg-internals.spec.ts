import pg from 'pg';
import { serialize } from 'pg-protocol';
import utils from 'pg/lib/utils.js';
import { DataSource } from 'typeorm';
import {
  managerSendingBy,
  queryBehind,
  queryTogether,
  unnamed,
} from '../../../src/platform/database/pg-internals.js';
import { testDatabase } from '../../support/test-database.js';

const { serviceUrl } = testDatabase();
const roots: Record<string, unknown> = { serialize, utils };
let client: pg.Client;
let dataSource: DataSource;

beforeAll(async () => {
  client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  const answered = new pg.Query('SELECT $1 AS one', ['1']);
  const done = new Promise((resolve) => answered.once('end', resolve));
  client.query(answered);
  await done;
  dataSource = await new DataSource({
    type: 'postgres',
    url: serviceUrl,
    installExtensions: false,
  }).initialize();
  Object.assign(roots, {
    client,
    answered,
    driver: dataSource.driver,
    runner: dataSource.createQueryRunner(),
  });
});
afterAll(async () => {
  await client.end();
  await dataSource.destroy();
});

/** The kind of the part at a path such as `client.connection.stream`. */
function kindOf(path: string): string {
  const part = path
    .split('.')
    .reduce<unknown>((whole, name) => (whole as Record<string, unknown> | undefined)?.[name], roots);
  return Array.isArray(part) ? 'array' : typeof part;
}

/** All private parts that `pg-internals.ts` uses. The title of a failed test names the one that a new version has moved. */
it.each([
  ['pg', 'client.readyForQuery', 'boolean'],
  ['pg', 'client.connection.stream.cork', 'function'],
  ['pg', 'client.connection.stream.setTimeout', 'function'],
  ['pg', 'client.connection.parsedStatements', 'object'],
  ['pg', 'client.connection.submittedNamedStatements', 'object'],
  ['pg', 'answered.values', 'array'],
  ['pg', 'answered.prepare', 'function'],
  ['pg', 'answered.requiresPreparation', 'function'],
  ['pg', 'answered.handleRowDescription', 'function'],
  ['pg', 'answered.handleCommandComplete', 'function'],
  ['pg', 'answered._accumulateRows', 'boolean'],
  ['pg', 'answered._result.rows', 'array'],
  ['pg', 'answered._result.fields', 'array'],
  ['pg', 'answered._result._parsers', 'array'],
  ['pg', 'answered._result._prebuiltEmptyResultObject', 'object'],
  ['pg', 'utils.prepareValue', 'function'],
  ['pg-protocol', 'serialize.parse', 'function'],
  ['pg-protocol', 'serialize.bind', 'function'],
  ['pg-protocol', 'serialize.execute', 'function'],
  ['pg-protocol', 'serialize.sync', 'function'],
  ['typeorm', 'driver.master.connect', 'function'],
  ['typeorm', 'runner.isTransactionActive', 'boolean'],
])('The private part of %s that the service uses is there: %s', (_library, path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

it('A query runner of TypeORM sends its statements by its "databaseConnection".', async () => {
  const sent: string[] = [];
  const manager = managerSendingBy(dataSource, (text) => {
    sent.push(text);
    return client.query(text);
  });
  expect(await manager.query('SELECT 7 AS seven')).toEqual([{ seven: 7 }]);
  expect(sent).toEqual(['SELECT 7 AS seven']);
});

it('A class of queries sets the name of its statement, and pg remembers it as prepared on the connection.', async () => {
  await client.query({ name: 'of_the_test', text: 'SELECT 1' });
  const { parsedStatements } = client.connection as unknown as { parsedStatements: Record<string, string> };
  expect(parsedStatements['of_the_test']).toBe('SELECT 1');
});

it('A statement runs after others in their transaction, and only its own rows come back.', async () => {
  const others = ['BEGIN READ ONLY', "SET LOCAL app.workspace_id = 'one'", 'SELECT WHERE false'].map(unnamed);
  const text = "SELECT current_setting('app.workspace_id', true) AS named, $1 AS given";
  for (const given of ['described first', 'and known then']) {
    const { rows } = await queryBehind(client, others, { name: 'behind_others', text, values: [given] });
    expect(rows).toEqual([{ named: 'one', given }]);
    await client.query('COMMIT');
  }
  const after = await client.query({ name: 'behind_others', text, values: ['alone'] });
  expect(after.rows).toEqual([{ named: '', given: 'alone' }]);
});

it('Texts without values leave together, and their settings hold until their transaction ends.', async () => {
  const named = async (): Promise<unknown> =>
    (await client.query("SELECT current_setting('app.workspace_id', true) AS named")).rows[0];
  await queryTogether(client, ['BEGIN', "SET LOCAL app.workspace_id = 'one'", 'SELECT WHERE false']);
  expect(await named()).toEqual({ named: 'one' });
  await client.query('ROLLBACK');
  await queryTogether(client, ["BEGIN; SET LOCAL app.workspace_id = 'two'"]);
  expect(await named()).toEqual({ named: 'two' });
  await client.query('ROLLBACK');
  expect(await named()).toEqual({ named: '' });
});
