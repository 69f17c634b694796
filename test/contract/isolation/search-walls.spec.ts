import pg from 'pg';
import type { SearchText } from '../../../src/search/entities/search.entity.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** The service's role, which a thief of its password has, attacks the index of words. */
const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;
let client: pg.Client;

beforeAll(async () => {
  [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
  await aTicket(acme, { subject: 'Ours shared' });
  await aTicket(globex, { subject: 'Hidden treasure, shared' });
  for (const { client: its } of [acme, globex]) {
    const { body } = await its.get('/tickets?q=shared').expect(200);
    expect(body.tickets).toHaveLength(1);
  }
  client = new pg.Client({ connectionString: app.database.serviceUrl });
  await client.connect();
});
afterAll(() => client.end());
afterEach(() => client.query('ROLLBACK'));

/** Runs statements in the transaction of a workspace, or of none. @returns the rows of the last one */
async function as(workspace: TestWorkspace | null, ...texts: string[]): Promise<unknown[]> {
  // A cluster sends the settings that follow to its workers; one server keeps a setting that nobody reads.
  await client.query(`BEGIN; SET LOCAL citus.propagate_set_commands = 'local'`);
  if (workspace) await client.query(`SET LOCAL app.workspace_id = '${workspace.scope.workspaceId}'`);
  let rows: unknown[] = [];
  for (const text of texts) rows = (await client.query<object>(text)).rows;
  return rows;
}

const tickets = (...terms: string[]): string =>
  `SELECT * FROM search_tickets(ARRAY[${terms.map(pg.escapeLiteral).join()}], '{}')`;
const wallOf = async ({ scope }: TestWorkspace): Promise<string> => {
  const text = `SELECT search_wall('${scope.workspaceId}') AS wall`;
  const [row] = await asAdmin<{ wall: string }>(app.database, text);
  return row?.wall ?? '';
};

// @proves E-22-15
describe('the index of words', () => {
  it.each([
    'SELECT words FROM search_texts',
    'SELECT * FROM search_texts',
    `SELECT ticket_number FROM search_texts WHERE words @@ 'treasure'`,
    'SELECT search_texts FROM search_texts',
    `UPDATE search_texts SET words = ''`,
    `INSERT INTO search_texts (workspace_id, ticket_number, position, version, words)
       SELECT workspace_id, ticket_number, 1, 1, words FROM search_texts`,
    'COPY search_texts TO STDOUT',
    `SELECT ts_stat.* FROM ts_stat('SELECT words FROM search_texts') ts_stat`,
    'ALTER POLICY search_functions ON search_texts TO PUBLIC',
    'ALTER FUNCTION search_tickets(text[], text[]) RESET ALL',
    'CREATE FUNCTION pg_temp.leak(tsvector) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$; SELECT pg_temp.leak(words) FROM search_texts',
    'CREATE VIEW pg_temp.leak AS SELECT words FROM search_texts; SELECT * FROM pg_temp.leak',
  ])('cannot be read nor changed as a table: %s', async (text) => {
    await expect(as(globex, text)).rejects.toMatchObject({ code: '42501' });
  });

  it('shows by its policy which texts of the workspace are in it, and of no other', async () => {
    const keys = 'SELECT workspace_id AS "workspaceId", ticket_number AS "ticketNumber" FROM search_texts';
    const rows = (await as(acme, keys)) as Pick<SearchText, 'workspaceId' | 'ticketNumber'>[];
    expect(rows).toEqual([{ workspaceId: acme.scope.workspaceId, ticketNumber: 1 }]);
    expect(await as(null, 'ROLLBACK', keys)).toEqual([]);
  });

  it('takes no row for another workspace, and none without the word of its own', async () => {
    const insert = (workspace: TestWorkspace, words: string): string =>
      `INSERT INTO search_texts VALUES ('${workspace.scope.workspaceId}', 1, 7, 1, array_to_tsvector(ARRAY[${pg.escapeLiteral(words)}]))`;
    const [ours, theirs] = [await wallOf(acme), await wallOf(globex)];
    await expect(as(acme, insert(globex, theirs))).rejects.toThrow(/row-level security/);
    await client.query('ROLLBACK');
    await expect(as(acme, insert(acme, theirs))).rejects.toThrow(/search_texts_wall_check/);
    await client.query('ROLLBACK');
    expect(await as(acme, insert(acme, ours))).toEqual([]);
  });
});

// @proves E-22-3
describe('the functions of the search', () => {
  it('find texts of the workspace of the transaction', async () => {
    expect(await as(globex, tickets(`'treasure'`))).toEqual([{ search_tickets: 1 }]);
    expect(await as(acme, 'ROLLBACK', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await as(acme, tickets(`'shared'`))).toEqual([{ search_tickets: 1 }]);
  });

  it('find nothing of another one, whatever the terms say', async () => {
    const wall = `'${await wallOf(globex)}'`;
    const terms = [
      ...[
        `'treasure'`,
        `'treas':*`,
        `'treasure' | 'nothing'`,
        `!'nothing' & 'treasure'`,
        `'hidden' <-> 'treasure'`,
      ],
      ...[
        wall,
        `${wall} & 'treasure'`,
        `'x' | (${wall} & 'treasure')`,
        `'#':* & 'treasure'`,
        `'treasure':ABCD`,
      ],
    ];
    for (const term of terms) {
      expect(await as(acme, tickets(term))).toEqual([]);
      await client.query('ROLLBACK');
      expect(await as(acme, tickets(term, `'ours'`))).toEqual([]);
      await client.query('ROLLBACK');
      expect(
        await as(acme, `SELECT * FROM search_matches(ARRAY[1, 2], ${pg.escapeLiteral(term)}, 9)`),
      ).toEqual([]);
      await client.query('ROLLBACK');
    }
    expect(await as(acme, tickets(`!'nothing'`))).toEqual([{ search_tickets: 1 }]);
    const unwanted = `SELECT * FROM search_tickets(ARRAY['''ours'''], ARRAY[${pg.escapeLiteral(wall)}])`;
    expect(
      await as(
        acme,
        'ROLLBACK',
        'BEGIN',
        `SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'`,
        unwanted,
      ),
    ).toEqual([{ search_tickets: 1 }]);
  });

  it('find nothing without a workspace', async () => {
    expect(await as(null, tickets(`'treasure'`))).toEqual([]);
    expect(await as(null, 'ROLLBACK', `SELECT * FROM search_matches(ARRAY[1], '''treasure''', 9)`)).toEqual(
      [],
    );
  });

  it('report no more about an invalid term than the term itself', async () => {
    const error = await as(acme, tickets(`'a' &`)).catch((refused: unknown) => refused as Error);
    expect(error).toMatchObject({ message: `no operand in tsquery: "'a' &"` });
  });

  it('run with settings of their own, and look for nothing in the schemas of the caller', async () => {
    const fake = [
      `SET LOCAL search_path = pg_temp, public, pg_catalog`,
      `CREATE TEMPORARY TABLE search_texts (workspace_id uuid, ticket_number integer, position integer, words tsvector)`,
      `INSERT INTO pg_temp.search_texts VALUES ('${acme.scope.workspaceId}', 666, 0, '''treasure''')`,
      `CREATE FUNCTION pg_temp.search_wall(uuid) RETURNS text LANGUAGE sql AS $$ SELECT 'treasure'::text $$`,
    ];
    expect(await as(acme, ...fake, tickets(`'treasure'`))).toEqual([]);
  });

  it('and every other one that runs as the owner can be called by the role of the service alone', async () => {
    const rows = await asAdmin<{ name: string; roles: string[]; owner: string }>(
      app.database,
      `SELECT p.proname AS name, array_agg(DISTINCT coalesce(r.rolname::text, 'everybody')) AS roles, p.proowner::regrole::text AS owner
       FROM pg_proc p CROSS JOIN LATERAL aclexplode(p.proacl) acl LEFT JOIN pg_roles r ON r.oid = acl.grantee
       WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef GROUP BY p.oid ORDER BY 1`,
    );
    const service = decodeURIComponent(new URL(app.database.serviceUrl).username);
    const owner = decodeURIComponent(new URL(app.database.ownerUrl).username);
    expect(rows.map(({ name }) => name)).toEqual([
      'delete_rows_of_workspace',
      'delete_workspace',
      'search_matches',
      'search_tickets',
    ]);
    for (const row of rows) expect(row).toMatchObject({ roles: [owner, service].sort(), owner });
  });
});
