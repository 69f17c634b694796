import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { PROJECT } from '../../support/servers/processes.js';
import { aWebhook, newestTried } from '../../support/data/webhooks.js';
import { exerciseEverything, exerciseMail } from '../../support/scenario/everything.js';
import { startTestApp, type TestApp, useQuiet } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let owner: Desk;
let acme: TestWorkspace;
let other: TestWorkspace;
let content: WorkspaceContent;

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ database });
  owner = Desk.on(database, { MIGRATION_DATABASE_URL: database.ownerUrl });
  const manifest = parse(await readFile(`${PROJECT}/examples/acme.workspace.yaml`, 'utf8')) as object;
  const { workspace: _name, ...others } = manifest as { workspace: object; team_members: object[] };
  const eve = { email: 'eve@team.example', first_name: 'Eve', role: 'agent' };
  const rest = { ...others, team_members: [...others.team_members, eve] };
  acme = await aWorkspace(app, rest);
  other = await aWorkspace(app, rest);
  content = await WorkspaceContent.open(database);
  await exerciseEverything(acme, rest);
  await exerciseMail(acme);
  for (const workspace of [acme, other]) await aTicket(workspace, { tags: ['vip'] });
  const webhook = await aWebhook(acme, { url: 'http://127.0.0.1:9' });
  await aTicket(acme);
  await newestTried(acme, webhook);
  // Nothing is left to be done in the background.
  for (const { scope } of [acme, other]) await app.operator.work(scope.workspaceId);
});
afterAll(async () => {
  await content.close();
  await app.stop();
  await database.drop();
});

const remove = (desk: Desk, subdomain: string, confirmed = subdomain) =>
  desk.run(['workspace', 'delete', subdomain, '--confirm', confirmed]);
const statusOf = async ({ client }: { client: ApiClient }) => (await client.get('/tickets')).status;

describe('workspace delete', () => {
  useQuiet();

  it('deletes nothing unless the name is repeated, and only as the owner', async () => {
    const before = await content.digest(other);
    expect(await remove(owner, other.subdomain, acme.subdomain)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('--confirm must repeat') as string,
    });
    expect((await owner.run(['workspace', 'delete', other.subdomain])).status).toBe(2);
    expect(await remove(Desk.on(database), other.subdomain)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('MIGRATION_DATABASE_URL') as string,
    });
    expect(await content.digest(other)).toEqual(before);
    expect(await statusOf(other)).toBe(200);
  });

  it('deletes the rows of every table, says how many, and leaves other workspaces alone', async () => {
    const kept = await content.digest(other);
    const tickets = (await acme.client.get('/tickets')).body.pagination.total_records as number;
    const { status, stdout, stderr } = await remove(owner, acme.subdomain);
    expect([status, stderr]).toEqual([0, expect.stringContaining(`Deleted workspace "${acme.subdomain}"`)]);
    expect(stdout).toMatch(new RegExp(`^tickets: ${tickets}$`, 'm'));
    const empty = Object.fromEntries(
      Object.keys(kept).map((table) => [table, 'd41d8cd98f00b204e9800998ecf8427e']),
    );
    expect(await content.digest(acme)).toEqual(empty);
    expect(await content.rowsWith(acme.scope.workspaceId, acme)).toBe(0);
    expect(await content.digest(other)).toEqual(kept);
    expect(
      await asAdmin(database, 'SELECT 1 FROM workspaces WHERE subdomain = $1', [acme.subdomain]),
    ).toEqual([]);
    await until(async () => (await acme.client.get('/tickets')).body.code === 'workspace_not_found');
    expect(await statusOf(other)).toBe(200);
  });

  it('ends with a sentence when another command writes meanwhile, and can be run again', async () => {
    const busy = await aWorkspace(app);
    await aTicket(busy);
    const { workspaceId } = busy.scope;
    const writing = new pg.Client({ connectionString: database.adminUrl });
    await writing.connect();
    await writing.query('CREATE TEMP TABLE written AS SELECT * FROM tickets WHERE workspace_id = $1', [
      workspaceId,
    ]);
    await writing.query('BEGIN');
    await writing.query('LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE');
    const deleting = remove(owner, busy.subdomain);
    const blocked = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'customers'::regclass`;
    await until(async () => (await asAdmin(database, blocked)).length > 0);
    await writing.query('INSERT INTO tickets SELECT * FROM written');
    await writing.query('COMMIT');
    await writing.end();
    expect(await deleting).toMatchObject({
      status: 1,
      stderr: `Workspace "${busy.subdomain}" may be deleted in part, because another command wrote to it meanwhile. End that one, and delete the workspace again.\n`,
    });
    expect((await remove(owner, busy.subdomain)).status).toBe(0);
  });

  it('says that there is no such workspace', async () => {
    const { status, stderr } = await remove(owner, 'nowhere');
    expect([status, stderr]).toEqual([1, 'There is no workspace "nowhere".\n']);
  });
});
