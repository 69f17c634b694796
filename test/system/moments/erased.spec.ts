import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { ticketEvents } from '../../support/data/events.js';
import { advance, inDays, passedOf, WITH_CLOCK } from '../../support/data/moments.js';
import { holdLastPart } from '../../support/data/stored/held.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const ADDRESS = 'ada@customer.example';

const app = useDesk({ ...WITH_CLOCK, hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
});

const erased = (): Promise<string> =>
  Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl }).output([
    ...['customers', 'erase', acme.subdomain, ADDRESS, '--confirm'],
  ]);

/** A ticket of the customer with both dates, tomorrow. */
const dated = async () => {
  const at = await inDays(app, 1);
  return aTicket(acme, { email: ADDRESS, follow_up_at: at, resolution_due_date: at });
};

// @proves E-31-11
describe('a ticket whose customer is erased', () => {
  it('has no event of its dates from the moment on at which its words are gone', async () => {
    const { number } = await dated();
    const held = await holdLastPart(acme);
    const running = erased();
    try {
      await until(async () =>
        (await ticketEvents(acme, number)).some(({ data }) => 'erased' in data.changes),
      );
      await advance(app, 'P2D');
    } finally {
      await held.release();
    }
    await running;
    expect(await passedOf(acme, number)).toEqual([]);
  });

  it('has none either when it is opened again', async () => {
    const { number } = await dated();
    await erased();
    const { body } = await acme.client.get(`/tickets/${number}?include=follow_up`).expect(200);
    expect(body.ticket).toMatchObject({ resolution_due_date: null, follow_up_at: null });
    const own = [acme.scope.workspaceId];
    expect(await asAdmin(app.database, 'SELECT FROM moments WHERE workspace_id = $1', own)).toEqual([]);
    for (const status of ['closed', 'open'])
      await acme.client.put(`/tickets/${number}`, { status }).expect(200);
    await advance(app, 'P2D');
    expect(await passedOf(acme, number)).toEqual([]);
  });
});
