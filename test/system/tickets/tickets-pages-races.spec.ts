import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { ImportDesk, aLine } from '../../support/servers/import-desk.js';
import { addTickets, crawl, pageOf, START } from '../../support/data/ticket-places.js';

let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  workspace = await aWorkspace(app);
});
afterAll(() => app.stop());

const PRESENT = Array.from({ length: 4_500 }, (_, index) => index + 1);

const addPresent = (): Promise<void> =>
  addTickets(
    workspace,
    PRESENT.map((number) => ({ number, createdAt: START + (number >> 3), status: 'open' })),
  );

const settle = (): Promise<void> => app.operator.work(workspace.scope.workspaceId);

/** Does all of the work again and again until the other is done. */
async function until<Result>(other: Promise<Result>, ...work: (() => Promise<unknown>)[]): Promise<Result> {
  let isDone = false;
  const ended = other.finally(() => {
    isDone = true;
  });
  const loops = work.map(async (task) => {
    while (!isDone) await task();
  });
  await Promise.all([ended, ...loops]);
  return ended;
}

let turn = 0;
const changeSome = async (): Promise<void> => {
  const number = ((turn * 37) % PRESENT.length) + 1;
  const status = ['new', 'open', 'closed', 'spam'][turn++ % 4];
  const { status: answer } = await workspace.client.put(`/tickets/${number}`, { status });
  expect(answer).toBe(200);
};

/** Counts and changes together against the tickets themselves, for each status, in one snapshot. */
async function difference(): Promise<unknown[]> {
  return asAdmin(
    app.database,
    `SELECT status_id, sum(tickets) FROM (
       SELECT status_id, count(*) AS tickets FROM tickets WHERE workspace_id = $1 GROUP BY 1
       UNION ALL SELECT status_id, -sum(tickets) FROM ticket_count_changes WHERE workspace_id = $1 GROUP BY 1
       UNION ALL SELECT entry.key::uuid, -entry.value::integer FROM ticket_counts c, jsonb_each_text(c.by_status) entry
         WHERE c.workspace_id = $1) AS each
     GROUP BY 1 HAVING sum(tickets) <> 0`,
    [workspace.scope.workspaceId],
  );
}

describe('while tickets are created and updated', () => {
  it('a crawl from the oldest sees every ticket that was there once, one from the newest misses none', async () => {
    await addPresent();
    await settle();
    const create = () => aTicket(workspace, { subject: 'New' });
    const crawls = Promise.all([
      crawl(workspace, { direction: 'asc', size: 90 }),
      crawl(workspace, { direction: 'desc', size: 90 }),
    ]);
    const [oldest, newest] = await until(crawls, create, changeSome, settle);
    expect(oldest.filter((number) => number <= PRESENT.length).sort((one, other) => one - other)).toEqual(
      PRESENT,
    );
    const seen = new Set(newest);
    expect(PRESENT.filter((number) => !seen.has(number))).toEqual([]);
  });

  it('counts and changes together are the tickets at every moment', async () => {
    const desk = await ImportDesk.open(app);
    workspace = desk.workspace;
    await addPresent();
    await settle();
    const wrong: unknown[] = [];
    const watch = async (): Promise<void> => {
      wrong.push(...(await difference()));
    };
    const lines = Array.from({ length: 600 }, (_, index) =>
      aLine({
        external_id: `${index % 400}`,
        status: index < 400 ? 'open' : 'closed',
        created_at: '2024-01-01T00:00:00Z',
      }),
    );
    await until(desk.import(lines, 50), changeSome, settle, watch);
    expect(wrong).toEqual([]);
    const all = await pageOf(workspace, {});
    expect(all.total).toBe(PRESENT.length + 400);
    const names = ['new', 'open', 'closed', 'spam', 'on_hold', 'trash', 'waiting_on_customer'];
    const each = await Promise.all(names.map((name) => pageOf(workspace, { statuses: [name] })));
    expect(each.reduce((sum, { total }) => sum + total, 0)).toBe(all.total);
  });

  it('a transaction that has changed tickets and goes on keeps nobody from folding, and nothing of it is lost', async () => {
    await addPresent();
    await settle();
    const client = new pg.Client({ connectionString: app.database.adminUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM tickets WHERE workspace_id = $1 AND number <= 100', [
      workspace.scope.workspaceId,
    ]);
    // Of a ticket that the transaction has not locked.
    expect((await workspace.client.put('/tickets/150', { status: 'closed' })).status).toBe(200);
    await settle();
    expect((await pageOf(workspace, {})).total).toBe(PRESENT.length);
    await client.query('COMMIT');
    await client.end();
    expect((await pageOf(workspace, {})).total).toBe(PRESENT.length - 100);
    await settle();
    expect((await pageOf(workspace, { direction: 'asc', number: 2 })).numbers[0]).toBe(201);
    expect(await difference()).toEqual([]);
  });
});

describe('a workspace that is deleted', () => {
  it('leaves no count behind', async () => {
    await addTickets(workspace, [{ number: 1, createdAt: START, status: 'open' }]);
    await settle();
    await addTickets(workspace, [{ number: 2, createdAt: START, status: 'open' }]);
    const id = workspace.scope.workspaceId;
    await asAdmin(app.database, 'DELETE FROM tickets WHERE workspace_id = $1', [id]);
    await asAdmin(app.database, 'DELETE FROM workspaces WHERE id = $1', [id]);
    for (const table of ['ticket_counts', 'ticket_count_chunks', 'ticket_count_changes'])
      expect(await asAdmin(app.database, `SELECT FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
  });
});
