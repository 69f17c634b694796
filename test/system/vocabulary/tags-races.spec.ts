import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aLine, ImportDesk } from '../../support/servers/import-desk.js';
import { countedBySearch, settle, tagsOf } from '../../support/data/tags.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const NAMES = ['vip', 'VIP', 'late', 'refund', 'Refund', 'new', 'gone', 'kept'];

/** Some of the tags, other ones with every call. */
let turn = 0;
const someTags = (): string[] => {
  turn++;
  return NAMES.filter((_name, index) => (turn * 37 + index * index * turn) % 5 < 2);
};

/** Counts and changes together against the tickets themselves, for each spelling, in one snapshot; and the kept number of tags. */
async function difference({ scope }: TestWorkspace): Promise<unknown[]> {
  return asAdmin(
    database,
    `SELECT name, sum(tickets) FROM (
       SELECT tag AS name, 1 AS tickets FROM tickets, unnest(tags) AS tag WHERE workspace_id = $1
       UNION ALL SELECT change.name, -change.tickets FROM ticket_tag_changes c, unnest(c.names, c.tickets) AS change (name, tickets)
         WHERE workspace_id = $1
       UNION ALL SELECT name, -tickets FROM ticket_tag_counts WHERE workspace_id = $1) AS each
     GROUP BY name HAVING sum(tickets) <> 0
     UNION ALL
     SELECT 'tags', tags - (SELECT count(*) FROM (SELECT FROM ticket_tag_counts k WHERE k.workspace_id = $1
       GROUP BY tag_key HAVING sum(tickets) > 0) AS kept) FROM ticket_counts c
     WHERE workspace_id = $1 AND tags <> (SELECT count(*) FROM (SELECT FROM ticket_tag_counts k WHERE k.workspace_id = $1
       GROUP BY tag_key HAVING sum(tickets) > 0) AS kept)`,
    [scope.workspaceId],
  );
}

/** Does all of the work again and again until the other is done. */
async function until(other: Promise<unknown>, ...work: (() => Promise<unknown>)[]): Promise<void> {
  let isDone = false;
  const ended = other.finally(() => {
    isDone = true;
  });
  const loops = work.map(async (task) => {
    while (!isDone) await task();
  });
  await Promise.all([ended, ...loops]);
}

async function expectExact(workspace: TestWorkspace): Promise<void> {
  const found = await tagsOf(workspace, 3);
  expect(found.length).toBeGreaterThan(0);
  expect(await countedBySearch(workspace, found)).toEqual(found);
  expect(await difference(workspace)).toEqual([]);
}

describe('the counts of tags', () => {
  it('are exact at every moment while tickets are written by many, imported and folded [E-12-7]', async () => {
    const desk = await ImportDesk.open(app);
    const { workspace } = desk;
    for (let count = 0; count < 10; count++) await aTicket(workspace, { tags: someTags() });
    const wrong: unknown[] = [];
    const write = async () => {
      const { status } = await workspace.client.put(`/tickets/${(turn % 10) + 1}`, { tags: someTags() });
      expect(status).toBe(200);
    };
    const watch = async () => {
      wrong.push(...(await difference(workspace)));
    };
    const lines = Array.from({ length: 600 }, (_, index) =>
      aLine({ external_id: `${index % 400}`, tags: someTags() }),
    );
    const read = () => workspace.client.get('/tags?page_size=2').expect(200);
    await until(
      desk.import(lines, 50),
      write,
      write,
      () => aTicket(workspace, { tags: someTags() }),
      () => settle(workspace),
      watch,
      read,
    );
    expect(wrong).toEqual([]);
    await expectExact(workspace);
    await settle(workspace);
    await expectExact(workspace);
  });

  it('wait for no transaction that writes tickets, and lose nothing of it [E-12-7]', async () => {
    const workspace = await aWorkspace(app);
    for (const tags of [['early'], ['both'], ['both']]) await aTicket(workspace, { tags });
    await settle(workspace);
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query(
      `UPDATE tickets SET tags = ARRAY['late'] WHERE workspace_id = $1 AND 'both' = ANY (tags)`,
      [workspace.scope.workspaceId],
    );
    await workspace.client.put('/tickets/1', { tags: ['other'] });
    await settle(workspace);
    expect(await tagsOf(workspace)).toEqual([
      { name: 'both', ticket_count: 2 },
      { name: 'other', ticket_count: 1 },
    ]);
    await client.query('COMMIT');
    await client.end();
    await expectExact(workspace);
    expect((await tagsOf(workspace)).map(({ name }) => name)).toEqual(['late', 'other']);
  });
});

describe('a workspace that is deleted', () => {
  it('leaves no count of a tag behind', async () => {
    const workspace = await aWorkspace(app);
    await aTicket(workspace, { tags: ['folded'] });
    await settle(workspace);
    await aTicket(workspace, { tags: ['noted'] });
    const id = workspace.scope.workspaceId;
    await asAdmin(database, 'DELETE FROM tickets WHERE workspace_id = $1', [id]);
    await asAdmin(database, 'DELETE FROM workspaces WHERE id = $1', [id]);
    for (const table of ['ticket_tag_counts', 'ticket_tag_changes'])
      expect(await asAdmin(database, `SELECT FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
  });
});
