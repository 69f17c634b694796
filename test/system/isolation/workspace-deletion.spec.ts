import pg from 'pg';
import { parse } from 'yaml';
import { aTicket, aWorkspace, exampleManifest, type TestWorkspace } from '../../support/data/builders.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';
import { exerciseEverything, exerciseMail } from '../../support/scenario/everything.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ adminKeys: ADMIN_KEYS });
let acme: TestWorkspace;
let other: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  [acme, other] = [await aWorkspace(app), await aWorkspace(app)];
  content = await WorkspaceContent.open(app.database);
  for (const workspace of [acme, other]) await aTicket(workspace);
});
afterAll(() => content.close());

/** Runs statements with the role of the service, in a transaction that names a workspace. */
async function asService(workspaceId: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: app.database.serviceUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL app.workspace_id = '${workspaceId}'`);
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    await client.query('COMMIT');
    return rows;
  } finally {
    await client.end();
  }
}

describe('the functions that delete a workspace', () => {
  useQuiet();

  it('delete nothing of one that is not marked, whoever calls them', async () => {
    const before = await content.digest(acme);
    const [row] = await asService(
      acme.scope.workspaceId,
      `SELECT delete_rows_of_workspace('tickets', NULL) AS rows`,
    );
    expect(row).toEqual({ rows: 0 });
    await asService(acme.scope.workspaceId, 'SELECT delete_workspace()');
    expect(await content.digest(acme)).toEqual(before);
    await acme.client.get('/tickets/1').expect(200);
  });

  it('delete nothing of another workspace than the transaction names, and nothing without one', async () => {
    const before = await content.digest(other);
    for (const named of [acme.scope.workspaceId, 'a0000000-0000-4000-8000-000000000000'])
      await asService(named, `SELECT delete_rows_of_workspace('tickets', NULL)`, 'SELECT delete_workspace()');
    expect(await content.digest(other)).toEqual(before);
  });

  it('refuse a table that there is not, and one without workspaces', async () => {
    // The service marks a workspace before, too: in one transaction, a cluster would wait for itself.
    const marked = await aWorkspace(app);
    const { workspaceId } = marked.scope;
    await asService(
      workspaceId,
      `UPDATE workspaces SET suspended_at = now(), deleting_at = now() WHERE id = '${workspaceId}'`,
    );
    const before = await content.digest(marked);
    const wrong = ['nothing', 'access_version', 'tickets WHERE true; --', 'pg_class'];
    for (const table of wrong) {
      const call = `SELECT delete_rows_of_workspace(${pg.escapeLiteral(table)}, NULL)`;
      await expect(asService(workspaceId, call)).rejects.toThrow(/does not exist/);
    }
    expect(await content.digest(marked)).toEqual(before);
    await acme.client.get('/tickets/1').expect(200);
  });
});

describe('a deletion in the background', () => {
  // @proves E-25-11
  it('deletes the rows of every table, and nothing of another workspace', async () => {
    const manifest = parse(await exampleManifest('any')) as { workspace?: object; team_members: object[] };
    delete manifest.workspace;
    manifest.team_members.push({ email: 'eve@team.example', first_name: 'Eve', role: 'agent' });
    const whole = await aWorkspace(app, manifest);
    await exerciseEverything(whole, manifest);
    await exerciseMail(whole);
    await app.operator.work(other.scope.workspaceId);
    const kept = await content.digest(other);
    const { subdomain } = whole;
    await new AdminClient(app).delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
    await until(async () => (await content.rowsWith(whole.scope.workspaceId, whole)) === 0);
    expect(await content.digest(other)).toEqual(kept);
    await other.client.get('/tickets/1').expect(200);
  });
});
