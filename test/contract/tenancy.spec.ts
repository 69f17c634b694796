import pg from 'pg';
import { writtenStatements } from '../../src/tenancy/statement.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { recordStatements, type RecordedStatement } from '../support/recorded-statements.js';
import { apiRoutesOf, routesOf, type Route } from '../support/routes.js';
import { exerciseEverything } from '../support/scenario.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';

let app: TestApp;
let acme: TestWorkspace;
let globex: TestWorkspace;
let recorded: RecordedStatement[];

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app, MANIFEST);
  globex = await aWorkspace(app, MANIFEST);
  for (const workspace of [acme, globex]) await aTicket(workspace, { subject: `Of ${workspace.subdomain}` });
  const recorder = recordStatements();
  await exerciseEverything(acme, MANIFEST);
  recorder.stop();
  recorded = recorder.statements;
});
afterAll(() => app.stop());

const MANIFEST = {
  groups: [{ name: 'Support' }],
  companies: [{ name: 'Initech' }],
  team_members: [
    { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' as const },
  ],
  fields: [
    { name: 'Country', kind: 'single_option' as const, options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option' as const, options: ['Desk', 'Chat'] },
    { name: 'Seats', kind: 'integer' as const },
  ],
  forms: [{ title: 'Contact us', slug: 'contact-us', enabled: true, fields: ['Country'] }],
};

describe('every route of the running application', () => {
  it('is known to this test', () => {
    const paths = routesOf(app).map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => !path.includes('/api/') && !path.includes('/docs'))).toEqual([
      'get /openapi.json',
      'get /health/live',
      'get /health/ready',
    ]);
    expect(apiRoutesOf(app).length).toBeGreaterThanOrEqual(5);
  });

  it('refuses a stranger, and the key of another workspace, with the same bytes', async () => {
    for (const route of apiRoutesOf(app)) {
      const path = withIds(route, { ticket: '1', field: UNKNOWN_ID });
      const stranger = await acme.stranger.request(route.method, path);
      const neighbour = await acme.clientWith(globex.key).request(route.method, path);
      expect([route, stranger.status, neighbour.status]).toEqual([route, 401, 401]);
      expect(neighbour.text).toBe(stranger.text);
    }
  });

  it("answers another workspace's ids as it answers unknown ones, and changes nothing there", async () => {
    const before = await contentOf(globex);
    const [ticket] = await asAdmin<{ id: string }>(
      app.database,
      'SELECT id FROM tickets WHERE workspace_id = $1',
      [globex.scope.workspaceId],
    );
    const [field] = await asAdmin<{ id: string }>(
      app.database,
      'SELECT id FROM ticket_fields WHERE workspace_id = $1',
      [globex.scope.workspaceId],
    );
    for (const route of apiRoutesOf(app).filter(({ path }) => path.includes(':'))) {
      const call = (ids: Ids) => {
        const request = acme.client.request(route.method, withIds(route, ids));
        return route.method === 'get' ? request : request.send({});
      };
      const unknown = await call({ ticket: UNKNOWN_ID, field: UNKNOWN_ID });
      const foreign = await call({ ticket: ticket?.id ?? '', field: field?.id ?? '' });
      expect([route, foreign.status, foreign.text]).toEqual([route, 404, unknown.text]);
    }
    expect(await contentOf(globex)).toEqual(before);
  });
});

describe('the second wall', () => {
  it('was tried with every statement of the repositories', () => {
    const tried = new Set(recorded.map(({ text }) => text));
    const untried = writtenStatements().filter(({ text }) => !tried.has(text));
    expect(untried.map(({ name }) => name)).toEqual([]);
  });

  it("shows and changes nothing of a neighbour when the code's own filter is taken out", async () => {
    const neighbours = await secretsOf(globex);
    const before = await contentOf(globex);
    const client = new pg.Client({ connectionString: app.database.serviceUrl });
    await client.connect();
    let run = 0;
    for (const { text, values } of distinct(recorded)) {
      const open = text.replace(/(?:"?\w+"?\.)?"?workspace_id"? = (\$\d+)/g, '($1::uuid IS NOT NULL)');
      if (open === text) continue;
      await client.query('BEGIN');
      await client.query(`SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'`);
      const result = await client
        .query(open, [...values])
        .catch((error: unknown) => error as pg.DatabaseError);
      // What PostgreSQL does not understand proves nothing.
      if (result instanceof Error) expect({ open, code: result.code }).not.toMatchObject({ code: '42601' });
      // What already exists may be refused; what is shown must never be a neighbour's.
      const shown = result instanceof Error ? result.message : JSON.stringify(result.rows);
      expect(neighbours.filter((secret) => shown.includes(secret))).toEqual([]);
      await client.query('ROLLBACK');
      run++;
    }
    await client.end();
    expect(run).toBeGreaterThan(10);
    expect(await contentOf(globex)).toEqual(before);
  });

  it('shows nothing at all without the setting, or after the transaction that had it', async () => {
    const client = new pg.Client({ connectionString: app.database.serviceUrl });
    await client.connect();
    await client.query(`BEGIN; SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'; COMMIT`);
    const tables = await tenantTables();
    for (const table of tables) {
      const { rows } = await client.query(`SELECT * FROM ${table} LIMIT 1`);
      expect([table, rows]).toEqual([table, []]);
    }
    await client.end();
    expect(tables.length).toBeGreaterThan(15);
  });

  it("refuses to write a row of another workspace, and a link to another workspace's row", async () => {
    const client = new pg.Client({ connectionString: app.database.serviceUrl });
    await client.connect();
    const attempt = async (statement: string, values: unknown[]) => {
      await client.query(`BEGIN; SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'`);
      const outcome = await client.query(statement, values).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      await client.query('ROLLBACK');
      return outcome;
    };
    const [foreign] = await asAdmin<{ id: string }>(
      app.database,
      'SELECT id FROM groups WHERE workspace_id = $1',
      [globex.scope.workspaceId],
    );
    expect(
      await attempt(`INSERT INTO groups (workspace_id, id, name) VALUES ($1, gen_random_uuid(), 'x')`, [
        globex.scope.workspaceId,
      ]),
    ).toBe('42501');
    expect(await attempt('UPDATE tickets SET group_id = $1', [foreign?.id])).toBe('23503');
    await client.end();
  });
});

describe('what the service sends', () => {
  it('names the workspace for every table of one, so that one server of many can answer it', async () => {
    const tables = new RegExp(
      `\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(?:ONLY\\s+)?"?(?:${(await tenantTables()).join('|')})"?(?![\\w"])`,
      'gi',
    );
    const loose = distinct(recorded)
      .filter(({ text }) => !text.includes('pg_notify'))
      .filter(({ text }) => {
        const uses = text.match(tables)?.length ?? 0;
        return uses > 0 && (text.match(/workspace_id/g)?.length ?? 0) < uses;
      });
    expect(loose.map(({ text }) => text)).toEqual([]);
    expect(recorded.filter(({ text }) => text.match(tables) !== null).length).toBeGreaterThan(20);
  });
});

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

interface Ids {
  readonly ticket: string;
  readonly field: string;
}

function withIds({ path }: Route, { ticket, field }: Ids): string {
  return path.replace(/:ticket_\w+/, ticket).replace(':field_id', field);
}

function distinct(statements: readonly RecordedStatement[]): RecordedStatement[] {
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}

async function tenantTables(): Promise<string[]> {
  const rows = await asAdmin<{ name: string }>(
    app.database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function contentOf({ scope }: TestWorkspace): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const table of await tenantTables()) {
    content[table] = await asAdmin(
      app.database,
      `SELECT * FROM ${table} t WHERE workspace_id = $1 ORDER BY t::text`,
      [scope.workspaceId],
    );
  }
  return content;
}

/** Every id and every own word of a workspace: none of them may ever be shown to another. */
async function secretsOf(workspace: TestWorkspace): Promise<string[]> {
  const content = await contentOf(workspace);
  const ids = Object.values(content).flatMap((rows) => rows.flatMap((row) => Object.values(row as object)));
  const uuids = ids.filter(
    (value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value),
  );
  return [...new Set([...uuids, `Of ${workspace.subdomain}`])];
}
