import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { aSession } from '../support/data/sessions.js';
import { Desk } from '../support/servers/desk.js';
import { useDesk } from '../support/test-app.js';
import { testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const run = (customer: string) => Desk.on(testDatabase()).run(['sessions', 'end', acme.subdomain, customer]);

describe('desk sessions end', () => {
  it.each([
    ['an address in any case', (_id: string, email: string) => email.toUpperCase()],
    ['the id', (id: string) => id],
  ])('ends all sessions of a customer, who is named by %s', async (_how, named) => {
    const email = 'ann@customer.example';
    const sessions = [await aSession(acme, { email }), await aSession(acme, { email })];
    const other = await aSession(acme, { email: 'bob@customer.example' });
    const [{ customer, page }] = sessions as [(typeof sessions)[0]];
    const { status, stderr } = await run(named(customer.id, email));
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Ended \d sessions of the customer/)]);
    await until(async () => (await page.get('/me')).status === 401);
    await other.page.get('/me').expect(200);
  });

  it('says when there is no such customer', async () => {
    for (const customer of ['nobody@customer.example', 'a0000000-0000-4000-8000-000000000000']) {
      const { status, stderr } = await run(customer);
      expect([status, stderr]).toEqual([1, expect.stringContaining('No customer of workspace')]);
    }
  });
});
