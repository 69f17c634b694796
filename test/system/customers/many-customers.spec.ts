import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf, type ShownCustomer } from '../../support/data/customers.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk({ hasOwnDatabase: true });

const totalOf = async ({ client }: TestWorkspace, query = ''): Promise<number> =>
  (await client.get(`/customers?page_size=1&${query}`).expect(200)).body.pagination.total_records as number;

describe('a prefix that finds many customers', () => {
  // @proves E-13-5
  it('has an exact total and the newest first, as one that finds few', async () => {
    const acme = await aWorkspace(app);
    await asAdmin(
      app.database,
      `INSERT INTO customers (workspace_id, id, first_name, last_name, primary_email, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Ann' || CASE WHEN g <= 40 THEN 'ika' ELSE '' END, 'Anders', 'ann' || g || '@customer.example', t, t
       FROM (SELECT g, now() - g * interval '1 minute' AS t FROM generate_series(1, 50200) AS g) AS each`,
      [acme.scope.workspaceId],
    );
    await asAdmin(
      app.database,
      `INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
       SELECT workspace_id, primary_email, id, primary_email, true, 0 FROM customers WHERE workspace_id = $1`,
      [acme.scope.workspaceId],
    );
    await aCustomerOf(acme, { emails: ['bob@customer.example'] });
    for (const [query, total] of [
      ['', 50_201],
      ['q=an', 50_200],
      ['q=annika', 40],
    ] as const) {
      expect([query, await totalOf(acme, query)]).toEqual([query, total]);
      const { body } = await acme.client.get(`/customers?${query}&page_size=3&page_number=4`).expect(200);
      const first = query === '' ? 9 : 10;
      expect((body.customers as ShownCustomer[]).map(({ email }) => email)).toEqual(
        [first, first + 1, first + 2].map((at) => `ann${at}@customer.example`),
      );
      expect((await acme.client.get(`/customers?${query}&page_number=50000`)).body.customers).toEqual([]);
    }
  });
});
