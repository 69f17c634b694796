// Words that come for an address while its customer is erased belong to somebody new, whom a later erasure finds by that address.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { holdPhones, waitingForRows } from '../../support/data/stored/held.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const ADA = 'ada@customer.example';

const app = useDesk({ hasOwnDatabase: true });
let owner: Desk;
let acme: TestWorkspace;
let erased: string;

beforeAll(() => {
  owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
});

beforeEach(async () => {
  acme = await aWorkspace(app);
  ({ id: erased } = await aCustomerOf(acme, { emails: [ADA], phones: ['+49 30 1'] }));
});

const erase = () => owner.output(['customers', 'erase', acme.subdomain, ADA, '--confirm']);
const waiting = (count: number) => until(async () => (await waitingForRows(app.database)) >= count);

/** Sends a request while the erasure of Ada holds the customer. */
async function whileErased<Answer>(send: () => PromiseLike<Answer>): Promise<Answer> {
  const held = await holdPhones(acme, erased);
  const erasing = erase();
  try {
    await waiting(1);
    const sent = send().then((answer) => answer);
    await waiting(2);
    await held.release();
    return await sent;
  } finally {
    await held.release();
    await erasing;
  }
}

const customerOf = async (number: number) =>
  (await acme.client.get(`/tickets/${number}`).expect(200)).body.ticket.customer as {
    id: string;
    email: string;
  };

describe('an address whose customer is being erased', () => {
  it('raises a ticket of somebody new, whose words the next erasure finds', async () => {
    const ticket = { email: ADA, subject: 'Zanzibar', description: 'Zanzibar' };
    const { status, body } = await whileErased(() => acme.client.post('/tickets', ticket));
    expect([status, body.ticket.customer.email]).toEqual([201, ADA]);
    expect(body.ticket.customer.id).not.toBe(erased);
    await app.operator.work(acme.scope.workspaceId);
    await erase();
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
  });

  it('gets a ticket of another customer as somebody new', async () => {
    const { number } = await aTicket(acme);
    const { status } = await whileErased(() => acme.client.put(`/tickets/${number}`, { email: ADA }));
    expect(status).toBe(200);
    expect(await customerOf(number)).toMatchObject({ email: ADA });
    expect((await customerOf(number)).id).not.toBe(erased);
  });

  it('adds no comment to the tickets that the customer had', async () => {
    const { number } = await aTicket(acme, { email: ADA });
    const comment = { author_email: ADA, content: 'Zanzibar' };
    const { status } = await whileErased(() => acme.client.post(`/tickets/${number}/comments`, comment));
    expect(status).toBe(422);
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
  });
});
