// Whatever happens to a customer meanwhile, a session is this customer and nobody else.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { conversationOf } from '../../support/data/comments.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import {
  erasureUnderWay,
  holdCounts,
  holdTicket,
  waitingForLocks,
  type Held,
} from '../../support/data/stored/held.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const ADDRESS = 'ann@customer.example';
const WORDS = { subject: 'Late parcel', description: '<p>Where is it?</p>' };

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, { companies: [{ name: 'Globex' }] });
});

/** Does a request whose work waits for `held`, and something else meanwhile. */
async function meanwhile<Answer>(
  held: Held,
  send: () => PromiseLike<Answer>,
  work: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Answer> {
  const sent = send().then((answer) => answer);
  try {
    await until(async () => (await waitingForLocks(app.database)) > 0);
    await work();
  } finally {
    await held.release();
  }
  return sent;
}

/** Gives a customer another address, and its old one to somebody new. */
async function moveAddress({ id, email }: TestSession['customer']): Promise<void> {
  const emails = ['moved@customer.example'];
  await acme.client.patch(`/customers/${id}`, { customer: { emails } }).expect(200);
  await acme.client.post('/customers', { customer: { emails: [email] } }).expect(200);
}

const erase = (email: string) =>
  Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl }).output([
    ...['customers', 'erase', acme.subdomain, email, '--confirm'],
  ]);

const addresses = async (): Promise<string[]> => {
  const { body } = await acme.client.get('/customers').expect(200);
  const customers = body.customers as { emails: { email: string }[] }[];
  return customers.flatMap(({ emails }) => emails.map(({ email }) => email)).sort();
};

/** A session that sees a ticket of a customer of the same company. */
async function aColleague(): Promise<{ readonly session: TestSession; readonly ticket: number }> {
  const { body } = await acme.client.get('/companies').expect(200);
  const company_id = (body.companies as { id: string }[])[0]?.id;
  for (const email of [ADDRESS, 'bob@customer.example'])
    await acme.client.post('/customers', { customer: { emails: [email], company_id } }).expect(200);
  const { number } = await aTicket(acme, { email: 'bob@customer.example' });
  return { session: await aSession(acme, { email: ADDRESS, company: true }), ticket: number };
}

describe('a customer whose address goes to somebody else meanwhile', () => {
  it('is the author of its reply', async () => {
    const session = await aSession(acme, { email: ADDRESS });
    const { number } = await aTicket(acme, { email: ADDRESS });
    const reply = () => session.page.post(`/tickets/${number}/comments`, { content: '<p>Mine</p>' });
    const { status } = await meanwhile(await holdTicket(acme, number), reply, () =>
      moveAddress(session.customer),
    );
    const [, comment] = (await conversationOf(acme, number)).comments;
    expect([status, comment?.author.id, comment?.author.email]).toEqual([
      201,
      session.customer.id,
      'moved@customer.example',
    ]);
  });

  it('is the customer of the ticket that it raises, and sees it', async () => {
    const { page, customer } = await aSession(acme, { email: ADDRESS });
    await page.post('/tickets', WORDS).expect(201);
    const raise = () => page.post('/tickets', WORDS);
    const answer = await meanwhile(await holdCounts(acme), raise, () => moveAddress(customer));
    expect(answer.status).toBe(201);
    const { body } = await acme.client.get(`/tickets/${answer.body.ticket.number}`).expect(200);
    expect(body.ticket.customer.id).toBe(customer.id);
  });
});

describe('a customer who is erased meanwhile', () => {
  // @proves E-30-6
  it('adds no reply, and does not come back', async () => {
    const { session, ticket } = await aColleague();
    const reply = () => session.page.post(`/tickets/${ticket}/comments`, { content: '<p>Mine</p>' });
    const answer = await meanwhile(await holdTicket(acme, ticket), reply, () => erase(ADDRESS));
    expect([answer.status, answer.body]).toEqual([401, { error: 'Authentication failed: invalid API key.' }]);
    expect((await conversationOf(acme, ticket)).comments).toHaveLength(1);
    expect(await addresses()).toEqual(
      ['bob@customer.example', `${session.customer.id}@erased.invalid`].sort(),
    );
  });

  // @proves E-30-6
  it('raises no ticket', async () => {
    const { page, customer } = await aSession(acme, { email: ADDRESS });
    const raise = () => page.post('/tickets', WORDS);
    const { status } = await meanwhile(await erasureUnderWay(acme, customer.id), raise);
    const { body } = await acme.client.get('/tickets').expect(200);
    expect([status, body.pagination.total_records]).toEqual([401, 0]);
  });

  // @proves E-30-6
  it('closes no ticket', async () => {
    const { page, customer } = await aSession(acme, { email: ADDRESS });
    const { number } = await aTicket(acme, { email: ADDRESS });
    const close = () => page.post(`/tickets/${number}/close`);
    const { status } = await meanwhile(await erasureUnderWay(acme, customer.id), close);
    const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
    expect([status, body.ticket.status]).toEqual([401, 'new']);
  });

  // @proves E-30-6
  it('gets no session', async () => {
    const { customer } = await aSession(acme, { email: ADDRESS });
    const make = (named: object) => acme.client.post('/customer-sessions', named);
    for (const named of [{ customer_id: customer.id }, { email: ADDRESS }]) {
      const held = await erasureUnderWay(acme, customer.id);
      const { status, body } = await meanwhile(held, () => make(named));
      expect([status, body.field_errors?.[0]?.field]).toEqual([422, Object.keys(named)[0]]);
    }
  });
});

// @proves E-30-6
it('nobody gets a session of a customer who is erased', async () => {
  const { customer } = await aSession(acme, { email: ADDRESS });
  await erase(ADDRESS);
  const make = (named: object) => acme.client.post('/customer-sessions', named);
  const { body } = await make({ customer_id: customer.id }).expect(422);
  expect(body.field_errors).toEqual([{ field: 'customer_id', message: 'is not the id of a customer' }]);
  await make({ email: `${customer.id}@erased.invalid` }).expect(422);
  // The address is free, so a product may bring the person back.
  expect((await aSession(acme, { email: ADDRESS })).customer.id).not.toBe(customer.id);
});
