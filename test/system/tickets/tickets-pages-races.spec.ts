import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { ImportDesk, aLine } from '../../support/servers/import-desk.js';
import { addTickets, crawl, pageOf, START } from '../../support/data/tickets/ticket-places.js';

const app = useDesk();
let workspace: TestWorkspace;

const TEAM = {
  team_members: [
    { email: 'eve@team.example', first_name: 'Eve' },
    { email: 'kim@team.example', first_name: 'Kim' },
  ],
};
beforeEach(async () => {
  workspace = await aWorkspace(app, TEAM);
});

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
  const changes = {
    status: ['new', 'open', 'closed', 'spam'][turn % 4],
    assignee_email: ['eve@team.example', 'kim@team.example', null][turn % 3],
    tags: [['vip'], ['vip', 'late'], []][turn++ % 3],
  };
  const { status: answer } = await workspace.client.put(`/tickets/${number}`, changes);
  expect(answer).toBe(200);
};

const deleteOne = async (): Promise<void> => {
  await asAdmin(
    app.database,
    'DELETE FROM tickets WHERE workspace_id = $1 AND id = (SELECT id FROM tickets WHERE workspace_id = $1 AND number > $2 LIMIT 1)',
    [workspace.scope.workspaceId, PRESENT.length],
  );
};

/** The total of the list with this filter, and how many tickets of the database meet the condition. */
async function totalAndTickets(filter: string, condition: string): Promise<[number, number | undefined]> {
  const { body } = await workspace.client.get(`/tickets?page_size=1&${filter}`).expect(200);
  const [row] = await asAdmin<{ tickets: number }>(
    app.database,
    `SELECT count(*)::int AS tickets FROM tickets WHERE workspace_id = $1 AND ${condition}`,
    [workspace.scope.workspaceId],
  );
  return [body.pagination.total_records as number, row?.tickets];
}

/** Totals and changes together against the tickets themselves, for all, each status and each assignee, in one snapshot. */
async function difference(): Promise<unknown[]> {
  const lists = (tickets: string): string =>
    `LATERAL (VALUES ('tickets', ''), ('tickets.status', ${tickets}.status_id::text), ('tickets.assignee', ${tickets}.assignee_id::text)) AS of (list, value)`;
  return asAdmin(
    app.database,
    `SELECT list, value, sum(tickets) FROM (
       SELECT list, value, 1 AS tickets FROM tickets t, ${lists('t')} WHERE workspace_id = $1
       UNION ALL SELECT list, value, -sign(tickets) FROM ticket_count_changes c, unnest(status_ids, assignee_ids) AS t (status_id, assignee_id), ${lists('t')}
         WHERE workspace_id = $1
       UNION ALL SELECT list, value, -records FROM list_totals
         WHERE workspace_id = $1 AND list IN ('tickets', 'tickets.status', 'tickets.assignee')) AS each
     WHERE value IS NOT NULL GROUP BY list, value HAVING sum(tickets) <> 0
     UNION ALL
     SELECT 'chunks', number::text, tickets FROM ticket_count_chunks WHERE workspace_id = $1
       AND tickets <> (SELECT coalesce(sum(value::integer), 0) FROM jsonb_each_text(by_status))`,
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
    const desk = await ImportDesk.open(app, TEAM);
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
    await until(desk.import(lines, 50), changeSome, changeSome, settle, settle, watch);
    expect(wrong).toEqual([]);
    await until(
      Promise.all(Array.from({ length: 20 }, deleteOne)),
      changeSome,
      () => aTicket(workspace),
      settle,
      watch,
    );
    expect(wrong).toEqual([]);
    const lists = [
      ['tag=VIP', "'vip' = ANY (tags)"],
      ['tag=late', "'late' = ANY (tags)"],
      [
        'assignee_email=kim@team.example',
        `assignee_id = (SELECT id FROM team_members WHERE workspace_id = $1 AND email_key = 'kim@team.example')`,
      ],
    ] as const;
    for (const work of [() => Promise.resolve(), settle]) {
      await work();
      for (const [filter, condition] of lists) {
        const [total, tickets] = await totalAndTickets(filter, condition);
        expect(total).toBeGreaterThan(0);
        expect(total).toBe(tickets);
      }
    }
    const all = await pageOf(workspace, {});
    expect(await totalAndTickets('', 'true')).toEqual([all.total, all.total]);
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
    for (const table of ['list_totals', 'ticket_count_chunks', 'ticket_count_changes'])
      expect(await asAdmin(app.database, `SELECT FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
  });
});
