import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aLine, ImportDesk } from '../../support/servers/import-desk.js';
import { countedBySearch, settle, tagsOf } from '../../support/data/tags.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk({ hasOwnDatabase: true });

const NAMES = ['vip', 'VIP', 'late', 'refund', 'Refund', 'new', 'gone', 'kept'];

/** Some of the tags, other ones with every call. */
let turn = 0;
const someTags = (): string[] => {
  turn++;
  return NAMES.filter((_name, index) => (turn * 37 + index * index * turn) % 5 < 2);
};

/** Totals and changes together against the tickets themselves, for each spelling, in one snapshot; and the kept number of tags. */
async function difference({ scope }: TestWorkspace): Promise<unknown[]> {
  return asAdmin(
    app.database,
    `WITH kept AS (SELECT * FROM list_totals WHERE workspace_id = $1)
     SELECT name, sum(tickets) FROM (
       SELECT tag AS name, 1 AS tickets FROM tickets, unnest(tags) AS tag WHERE workspace_id = $1
       UNION ALL SELECT tag, -sign(tickets) FROM ticket_count_changes, unnest(tags) AS of_ticket, unnest(of_ticket::text[]) AS tag WHERE workspace_id = $1
       UNION ALL SELECT name, -records FROM kept WHERE list = 'tickets.tag') AS each
     GROUP BY name HAVING sum(tickets) <> 0
     UNION ALL
     SELECT 'tags', records - tags.count FROM kept,
       (SELECT count(*) FROM (SELECT FROM kept WHERE list = 'tickets.tag' GROUP BY value HAVING sum(records) > 0) AS each) AS tags
     WHERE list = 'tags' AND records <> tags.count`,
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
  // @proves E-12-7
  it('are exact at every moment while tickets are written by many, imported and folded', async () => {
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

  // @proves E-12-7
  it('wait for no transaction that writes tickets, and lose nothing of it', async () => {
    const workspace = await aWorkspace(app);
    for (const tags of [['early'], ['both'], ['both']]) await aTicket(workspace, { tags });
    await settle(workspace);
    const client = new pg.Client({ connectionString: app.database.adminUrl });
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
    await asAdmin(app.database, 'DELETE FROM tickets WHERE workspace_id = $1', [id]);
    await asAdmin(app.database, 'DELETE FROM workspaces WHERE id = $1', [id]);
    for (const table of ['list_totals', 'ticket_count_changes'])
      expect(await asAdmin(app.database, `SELECT FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
  });
});
