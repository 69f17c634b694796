import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf, type ShownCustomer } from '../../support/data/customers.js';
import { aLine, ImportDesk } from '../../support/servers/import-desk.js';
import { settle } from '../../support/data/tags.js';
import { quiet, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const KIB = 1024;
const app = useDesk({ hasOwnDatabase: true, responseBufferBytes: 8 * 1024 * 1024 });

const totalOf = async ({ client }: TestWorkspace, query = ''): Promise<number> =>
  (await client.get(`/customers?page_size=1&${query}`).expect(200)).body.pagination.total_records as number;
const rowsOf = async ({ scope }: TestWorkspace): Promise<number | undefined> => {
  const [row] = await asAdmin<{ rows: number }>(
    app.database,
    'SELECT count(*)::int AS rows FROM customers WHERE workspace_id = $1',
    [scope.workspaceId],
  );
  return row?.rows;
};

describe('the total of all customers', () => {
  // @proves E-13-2
  it('is exact, before and after changes are folded, and of one workspace only', async () => {
    const [acme, globex] = [await aWorkspace(app), await aWorkspace(app)];
    expect(await totalOf(acme)).toBe(0);
    await aCustomerOf(acme);
    await aTicket(acme, { email: 'new@customer.example' });
    await aCustomerOf(globex);
    expect([await totalOf(acme), await totalOf(globex)]).toEqual([2, 1]);
    await settle(acme);
    expect([await totalOf(acme), await totalOf(globex)]).toEqual([2, 1]);
    await aCustomerOf(acme);
    expect(await totalOf(acme)).toBe(3);
    await quiet(async () => {
      for (const table of ['tickets', 'customers'])
        await asAdmin(app.database, `DELETE FROM ${table} WHERE workspace_id = $1`, [acme.scope.workspaceId]);
    });
    expect(await totalOf(acme)).toBe(0);
    await settle(acme);
    expect([await totalOf(acme), await totalOf(globex)]).toEqual([0, 1]);
  });

  // @proves E-13-2
  it('is exact at every moment while customers come by the API and an import, and are folded', async () => {
    const desk = await ImportDesk.open(app);
    const { workspace } = desk;
    let isOver = false;
    const lines = Array.from({ length: 400 }, (_, index) =>
      aLine({ email: `c${index % 300}@customer.example` }),
    );
    const importing = desk.import(lines, 25).finally(() => {
      isOver = true;
    });
    const again = async (work: () => Promise<unknown>) => {
      while (!isOver) await work();
    };
    const wrong: unknown[] = [];
    const watch = async () => {
      wrong.push(
        ...(await asAdmin(
          app.database,
          `SELECT * FROM (SELECT (SELECT count(*) FROM customers WHERE workspace_id = $1) AS customers,
             coalesce((SELECT records FROM list_totals WHERE workspace_id = $1 AND list = 'customers'), 0)
             + coalesce((SELECT sum(customers) FROM customer_count_changes WHERE workspace_id = $1), 0) AS counted) AS sums
           WHERE customers <> counted`,
          [workspace.scope.workspaceId],
        )),
      );
    };
    const fold = () => settle(workspace);
    await Promise.all([
      importing,
      again(() => aCustomerOf(workspace)),
      again(fold),
      again(fold),
      again(watch),
    ]);
    expect(wrong).toEqual([]);
    expect(await totalOf(workspace)).toBe(await rowsOf(workspace));
    await settle(workspace);
    expect(await totalOf(workspace)).toBe(await rowsOf(workspace));
  });

  it('leaves nothing behind when the workspace is deleted', async () => {
    const workspace = await aWorkspace(app);
    await aCustomerOf(workspace);
    await settle(workspace);
    await aCustomerOf(workspace);
    const id = workspace.scope.workspaceId;
    // A job that works in it would lock its rows in another order, and PostgreSQL would end one of the two.
    await quiet(() => asAdmin(app.database, 'DELETE FROM workspaces WHERE id = $1', [id]));
    for (const table of ['list_totals', 'customer_count_changes'])
      expect(await asAdmin(app.database, `SELECT FROM ${table} WHERE workspace_id = $1`, [id])).toEqual([]);
  });
});

describe('a page of customers with long texts', () => {
  // @proves E-13-2
  it('is refused when it can never fit, and a page of the size that the refusal names is answered', async () => {
    const acme = await aWorkspace(app);
    const description = 'é'.repeat(60_000);
    for (let number = 0; number < 50; number++)
      await aCustomerOf(acme, {
        description,
        links: [`https://customer.example/${'x'.repeat(2 * KIB - 100)}`],
      });
    const refused = await acme.client.get('/customers?page_size=50');
    expect([refused.status, refused.body.code]).toEqual([422, 'page_too_large']);
    const [, size = ''] = /page_size=(\d+)/.exec(refused.body.error) ?? [];
    expect(refused.body.field_errors).toEqual([
      { field: 'page_size', message: `must be at most ${size} for these customers` },
    ]);
    const { status, body } = await acme.client.get(`/customers?page_size=${size}`);
    expect([status, body.customers.length]).toEqual([200, Number(size)]);
    const [newest] = body.customers as ShownCustomer[];
    expect(newest).toEqual((await acme.client.get(`/customers/${newest?.id}`)).body.customer);
    expect(newest).toMatchObject({ description });
  });
});
