import { aWorkspace } from '../../support/data/builders.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk({ hasOwnDatabase: true });

describe('a prefix that finds many customers', () => {
  // @proves D-2-30
  it('is 422 when that takes longer than 2 seconds, and the list without it is not', async () => {
    const acme = await aWorkspace(app);
    await aCustomerOf(acme, { first_name: 'Slow' });
    const policy = (extra: string) =>
      asAdmin(
        app.database,
        `ALTER POLICY tenant_isolation ON customer_emails
         USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid ${extra})`,
      );
    await policy('AND pg_sleep(10) IS NOT NULL');
    const broad = await acme.client.get('/customers?q=s');
    await policy('');
    expect([broad.status, broad.body.code]).toEqual([422, 'filter_too_broad']);
    expect((await acme.client.get('/customers?q=s')).status).toBe(200);
  });
});
