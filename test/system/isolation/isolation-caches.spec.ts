import { randomBytes } from 'node:crypto';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { looksFor, statementsOf } from '../../support/recorded-statements.js';
import { EXERCISED } from '../../support/data/manifests/manifests.js';
import { exerciseEverything } from '../../support/scenario/everything.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { quiet, startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { aSecondLater, until } from '../../support/until.js';

/**
 * What processes remember of keys and workspaces never outlives them: two processes on one database, each change made by one
 * is seen by the other within a second [rule 1].
 */
let database: Awaited<ReturnType<typeof freshDatabase>>;
let here: TestApp;
let there: TestApp;

beforeAll(async () => {
  database = await freshDatabase();
  [here, there] = [await startTestApp({ database }), await startTestApp({ database })];
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await database.drop();
});

/** A workspace whose only ticket says whose it is, known to both processes. */
async function aKnownWorkspace(): Promise<TestWorkspace> {
  const workspace = await aWorkspace(here);
  await aTicket(workspace, { subject: `Of ${workspace.subdomain}` });
  for (const app of [here, there]) {
    const ask = () => subjectAt(app, workspace.subdomain, workspace.key);
    expect(await ask()).toBe(`Of ${workspace.subdomain}`);
    await until(async () => !(await statementsOf(ask)).some((sent) => looksFor(sent, workspace.key)));
  }
  return workspace;
}

/** What the first ticket of an address is about for a key, or the status of the refusal. */
async function subjectAt(app: TestApp, subdomain: string, key: string): Promise<string | number> {
  const { status, body } = await new ApiClient(app, subdomain, key).get('/tickets/1');
  return status === 200 ? (body.ticket.subject as string) : status;
}

/** Waits for what both processes must say soon after a change. */
async function bothSay(subdomain: string, key: string, said: string | number): Promise<void> {
  for (const app of [here, there]) await until(async () => (await subjectAt(app, subdomain, key)) === said);
}

const asOwner = (statement: string, values: unknown[]) =>
  asAdmin({ ...database, adminUrl: database.ownerUrl }, statement, values);
const newName = () => `t${randomBytes(6).toString('hex')}`;

describe('a remembered key', () => {
  it('opens no other workspace, also when many ask for it at the same moment', async () => {
    const workspaces = [await aKnownWorkspace(), await aKnownWorkspace(), await aKnownWorkspace()];
    const asked = workspaces.flatMap((one) => workspaces.map((other) => ({ one, other })));
    for (let round = 0; round < 3; round++) {
      // Every key is forgotten, so that all lookups are under way together.
      await asOwner('UPDATE workspaces SET updated_at = now() WHERE id = $1', [
        workspaces[0]?.scope.workspaceId,
      ]);
      const answers = await Promise.all(
        asked.map(({ one, other }) => subjectAt(there, one.subdomain, other.key)),
      );
      expect(answers).toEqual(asked.map(({ one, other }) => (one === other ? `Of ${one.subdomain}` : 401)));
    }
  });

  it('is refused by both processes within a second of its revocation in one', async () => {
    const workspace = await aKnownWorkspace();
    await revokeKey(workspace, 'test');
    const said = [here, there].map((app) =>
      aSecondLater(() => subjectAt(app, workspace.subdomain, workspace.key)),
    );
    expect(await Promise.all(said)).toEqual([401, 401]);
  });

  it('is refused once its row is gone', async () => {
    const workspace = await aKnownWorkspace();
    await asAdmin(database, 'DELETE FROM api_keys WHERE workspace_id = $1', [workspace.scope.workspaceId]);
    await bothSay(workspace.subdomain, workspace.key, 401);
  });
});

describe('a remembered address', () => {
  const rename = (workspace: TestWorkspace, to: string) =>
    asOwner('UPDATE workspaces SET subdomain = $2 WHERE id = $1', [workspace.scope.workspaceId, to]);

  it('that was given up names no workspace, and the new one names the workspace', async () => {
    const workspace = await aKnownWorkspace();
    const renamed = newName();
    await rename(workspace, renamed);
    await bothSay(workspace.subdomain, workspace.key, 404);
    await bothSay(renamed, workspace.key, `Of ${workspace.subdomain}`);
  });

  it('that went to another workspace names that one, and is closed to the keys of the first', async () => {
    const [first, second] = [await aKnownWorkspace(), await aKnownWorkspace()];
    await rename(first, newName());
    await rename(second, first.subdomain);
    await bothSay(first.subdomain, second.key, `Of ${second.subdomain}`);
    await bothSay(first.subdomain, first.key, 401);
    await bothSay(second.subdomain, second.key, 404);
  });

  it('that two workspaces have swapped names the right one for each key', async () => {
    const [first, second] = [await aKnownWorkspace(), await aKnownWorkspace()];
    const between = newName();
    await rename(first, between);
    await rename(second, first.subdomain);
    await asOwner('UPDATE workspaces SET subdomain = $2 WHERE subdomain = $1', [between, second.subdomain]);
    await bothSay(second.subdomain, first.key, `Of ${first.subdomain}`);
    await bothSay(first.subdomain, second.key, `Of ${second.subdomain}`);
    for (const app of [here, there]) {
      expect(await subjectAt(app, first.subdomain, first.key)).toBe(401);
      expect(await subjectAt(app, second.subdomain, second.key)).toBe(401);
    }
  });
});

describe('a workspace that is deleted', () => {
  /** A job that works in it would lock its rows in another order, and PostgreSQL would end one of the two. */
  const remove = ({ scope }: TestWorkspace) =>
    quiet(() => asOwner('DELETE FROM workspaces WHERE id = $1', [scope.workspaceId]));

  it('is gone everywhere within a second, and whoever gets its address gets nothing of it', async () => {
    const old = await aKnownWorkspace();
    const neighbour = await aKnownWorkspace();
    await remove(old);
    await bothSay(old.subdomain, old.key, 404);
    const manifest = { workspace: { subdomain: old.subdomain, name: 'New' } };
    const next = await aWorkspace(here, manifest);
    expect(next.scope.workspaceId).not.toBe(old.scope.workspaceId);
    await bothSay(old.subdomain, old.key, 401);
    for (const app of [here, there]) {
      const list = await new ApiClient(app, old.subdomain, next.key).get('/tickets');
      expect([list.status, list.body.tickets, list.body.pagination.total_records]).toEqual([200, [], 0]);
      expect(await subjectAt(app, old.subdomain, old.key)).toBe(401);
      expect(await subjectAt(app, neighbour.subdomain, neighbour.key)).toBe(`Of ${neighbour.subdomain}`);
    }
  });

  it('leaves no row of any table behind', async () => {
    const workspace = await aWorkspace(here, EXERCISED);
    await exerciseEverything(workspace, EXERCISED);
    await aTicket(workspace);
    expect((await tablesWith(database, '', workspace)).length).toBeGreaterThan(15);
    await remove(workspace);
    expect(await tablesWith(database, '', workspace)).toEqual([]);
  });
});
