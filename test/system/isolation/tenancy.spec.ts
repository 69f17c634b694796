import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  statementsOf,
  statementsWithJobsOf,
  writtenStatements,
  type RecordedStatement,
} from '../../support/recorded-statements.js';
import { apiRoutesOf, withIds } from '../../support/routes.js';
import { ClusterRules } from '../../support/cluster/cluster-rules.js';
import { thingsIn } from '../../support/data/resources.js';
import { contentOf, tablesOfWorkspaces } from '../../support/data/stored/stored-rows.js';
import { aDelivery, deliveryOf } from '../../support/data/webhooks.js';
import { exerciseEverything, exerciseMail } from '../../support/scenario/everything.js';
import { exerciseBucket } from '../../support/scenario/files.js';
import { ownerOf, refusalOf, tablesIn } from '../../support/tables-of-rooms.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;
let recorded: RecordedStatement[];

beforeAll(async () => {
  acme = await aWorkspace(app, MANIFEST);
  globex = await aWorkspace(app, MANIFEST);
  for (const workspace of [acme, globex]) await aTicket(workspace, { subject: `Of ${workspace.subdomain}` });
  await aTriedDelivery(globex);
  recorded = await statementsWithJobsOf(() => exerciseEverything(acme, MANIFEST));
  // That application works in the background as well, in every workspace.
  const withBucket = await statementsWithJobsOf(() => exerciseBucket(acme));
  recorded.push(...withBucket.filter(({ text }) => /\battachments\b/.test(text)));
  const withMail = await statementsWithJobsOf(() => exerciseMail(acme));
  recorded.push(...withMail.filter(({ text }) => /\bmails\b|mail_from|comments_for_customers/.test(text)));
  // The stream of a workspace is made soon after its creation, once, perhaps before anything was recorded.
  const made = await statementsOf(async () => app.operator.work((await aWorkspace(app)).scope.workspaceId));
  const [stream] = made.filter(({ text }) => text.startsWith('INSERT INTO event_streams'));
  if (stream) recorded.push({ ...stream, values: [acme.scope.workspaceId] });
});

/** A webhook with a delivery of which nothing more is to come. */
async function aTriedDelivery(workspace: TestWorkspace): Promise<void> {
  const [, , id = '', , delivery = ''] = (await aDelivery(workspace)).split('/');
  await until(async () => (await deliveryOf(workspace, { id }, delivery)).state === 'failed');
}

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
  useQuiet();

  it('is known to this test', async () => {
    const paths = (await app.operator.routes()).map(({ method, path }) => `${method} ${path}`);
    // What visitors of forms can do, the tests in test/api/web-forms/ say, and those in test/api/mcp/ what tools can do.
    expect(paths.filter((path) => !path.includes('/api/') && !path.includes('/docs'))).toEqual([
      'get /openapi.json',
      'get /',
      'get /health/live',
      'get /health/ready',
      'post /mcp',
      'get /forms/assets/:file',
      'get /forms/logo/:version',
      'get /forms/:slug',
      'post /forms/:slug',
      'get /forms/:slug/sent/:receipt',
    ]);
    expect((await apiRoutesOf(app)).length).toBeGreaterThanOrEqual(5);
  });

  // @proves S-4-1, S-5-1, S-5-3, D-1-9
  it('refuses a stranger, and the key of another workspace, with the same bytes', async () => {
    // The address of an upload is a secret that stands for a key.
    const routes = (await apiRoutesOf(app)).filter(({ path }) => !path.endsWith('/:upload'));
    for (const route of routes) {
      const path = withIds(route, { ticket_id: '1', ticket_number: '1' });
      const stranger = await acme.stranger.request(route.method, path);
      const neighbour = await acme.clientWith(globex.key).request(route.method, path);
      expect([route, stranger.status, neighbour.status]).toEqual([route, 401, 401]);
      expect(neighbour.text).toBe(stranger.text);
    }
  });

  // @proves S-1-6, D-2-12
  it("answers another workspace's ids as it answers unknown ones, and changes nothing there", async () => {
    const idIn = async (table: string) => {
      const select = `SELECT id FROM ${table} WHERE workspace_id = $1`;
      const [row] = await asAdmin<{ id: string }>(app.database, select, [globex.scope.workspaceId]);
      return row?.id ?? '';
    };
    const ticket = await idIn('tickets');
    const foreignIds = await thingsIn(globex, {
      ...{ ticket_id: ticket, ticket_number: ticket, webhook_id: await idIn('webhooks') },
      ...{ secret_id: await idIn('webhook_secrets'), delivery_id: await idIn('webhook_deliveries') },
    });
    expect(Object.values(foreignIds)).not.toContain('');
    const before = await contentOf(app.database, globex);
    for (const route of (await apiRoutesOf(app)).filter(({ path }) => path.includes(':'))) {
      const call = (ids: typeof foreignIds) => {
        const request = acme.client.request(route.method, withIds(route, ids));
        return route.method === 'get' ? request : request.send({});
      };
      const unknown = await call({});
      const foreign = await call(foreignIds);
      expect([route, foreign.status, foreign.text]).toEqual([route, 404, unknown.text]);
    }
    expect(await contentOf(app.database, globex)).toEqual(before);
  });
});

describe('the second wall', () => {
  useQuiet();

  it('was tried with every statement of the repositories', async () => {
    const tried = new Set(recorded.map(({ text }) => text));
    expect((await writtenStatements()).filter((text) => !tried.has(text))).toEqual([]);
  });

  it("shows and changes nothing of a neighbour when the code's own filter is taken out", async () => {
    // Both were made by the same process, which the audit trail of each names.
    const own = new Set(await secretsOf(acme));
    const neighbours = (await secretsOf(globex)).filter((secret) => !own.has(secret));
    const before = await contentOf(app.database, globex);
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
    expect(await contentOf(app.database, globex)).toEqual(before);
  });

  it('shows nothing at all without the setting, or after the transaction that had it', async () => {
    const client = new pg.Client({ connectionString: app.database.serviceUrl });
    await client.connect();
    await client.query(`BEGIN; SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'; COMMIT`);
    const tables = await tablesOfWorkspaces(app.database);
    for (const table of tables) {
      const { rows } = await client.query(`SELECT workspace_id FROM ${table} LIMIT 1`);
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
  it('would be accepted by a cluster: each statement names the workspace of every table, and changes rows by values that every server finds alike', async () => {
    const rules = await ClusterRules.open(app.database.ownerUrl);
    const sent = distinct(recorded).filter(
      ({ text }) => /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && !text.includes('pg_temp'),
    );
    const refused: string[][] = [];
    for (const { text } of sent) {
      // TypeORM puts the values of a change in front.
      const [, place = '1'] = /"workspace_id" = \$(\d+)/.exec(text) ?? [];
      const refusals = await rules.refusalsOf(text, Number(place));
      if (refusals.length > 0) refused.push([...refusals, text]);
    }
    await rules.close();
    expect(refused).toEqual([]);
    expect(sent.length).toBeGreaterThan(200);
  });

  it('writes to several tables in one statement only where its parts may run one after the other', () => {
    const writes = /\b(?:INSERT INTO|DELETE FROM|UPDATE(?= \w+ (?:\w+ )?SET)) (\w+)/g;
    const written = distinct(recorded).map(({ text }) =>
      [...text.matchAll(writes)].map(([, table]) => table).join(', '),
    );
    expect(written.filter((tables) => tables.includes(', ')).sort()).toEqual([
      // The newest position that was given comes from the positions that were given.
      'audit_entries, event_streams',
      // The addresses of new customers, which are checked at the end.
      'customer_emails, customers',
      // Folding: its transaction has one snapshot.
      'list_totals, list_totals',
      // The work of a new version comes from the row that names it.
      'search_states, search_work',
      'ticket_count_changes, ticket_count_chunks',
      // The number of a try comes from its delivery.
      'webhook_deliveries, webhook_tries',
    ]);
  });

  it('joins only tables that the room of the first one owns or declares, in statements of TypeORM', () => {
    const ofOrm = recorded.filter(({ text }) =>
      /^(?:SELECT .* FROM|INSERT INTO|UPDATE|DELETE FROM) "/s.test(text),
    );
    const refused = distinct(ofOrm).flatMap(({ text }) => {
      const [first, ...others] = tablesIn(text);
      return others.flatMap((use) => refusalOf(ownerOf(first?.table ?? ''), use) ?? []);
    });
    expect(ofOrm.length).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  });

  it('names one workspace in each statement of TypeORM, and no workspace that was not used', async () => {
    const table = `"(?:${(await tablesOfWorkspaces(app.database)).join('|')})"`;
    const ofOrm = new RegExp(`^(?:SELECT .* FROM|INSERT INTO|UPDATE|DELETE FROM) ${table}`, 's');
    const made = recorded.filter(({ text }) => ofOrm.test(text));
    expect(made.filter((statement) => workspaceOf(statement) === null)).toEqual([]);
    // In the background, the service works in every workspace.
    const workspaces = new Set(made.filter(({ isForAnswer }) => isForAnswer).map(workspaceOf));
    expect([acme, globex].map(({ scope }) => workspaces.has(scope.workspaceId))).toEqual([true, false]);
    const commands = new Set(made.map(({ text }) => text.slice(0, text.indexOf(' '))));
    expect([...commands].sort()).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
  });
});

/** The one workspace whose rows a statement of TypeORM adds, or compares all that it reads or changes with; or null. */
function workspaceOf({ text, values }: RecordedStatement): unknown {
  const [, added = ''] = /^INSERT INTO "\w+"\("workspace_id", [^)]+\) VALUES (.+)/s.exec(text) ?? [];
  const places = text.startsWith('INSERT')
    ? added.split(/\), \((?=\$)/).map((row) => /^\(?\$(\d+)/.exec(row)?.[1])
    : [...text.matchAll(/"workspace_id" = \$(\d+)/g)].map(([, place]) => place);
  const joins = [...text.matchAll(/ JOIN "(?!workspaces")\w+" "\w+" ON (\S+)/g)].map(([, on]) => on ?? '');
  const areJoinsBound = joins.every((on) => /^"\w+"\."workspace_id"="\w+"\."workspace_id"$/.test(on));
  const [bound, ...others] = new Set(places.map((place) => values[Number(place) - 1]));
  return areJoinsBound && others.length === 0 ? (bound ?? null) : null;
}

function distinct(statements: readonly RecordedStatement[]): RecordedStatement[] {
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}

/** Every id and every own word of a workspace: none of them may ever be shown to another. */
async function secretsOf(workspace: TestWorkspace): Promise<string[]> {
  const content = await contentOf(app.database, workspace);
  const ids = Object.values(content).flatMap((rows) => rows.flatMap((row) => Object.values(row)));
  const uuids = ids.filter(
    (value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value),
  );
  return [...new Set([...uuids, `Of ${workspace.subdomain}`])];
}
