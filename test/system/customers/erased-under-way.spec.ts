// What others write while a customer is erased comes either before or after the erasure, and never leaves half of it.
import { PNG, sendFile } from '../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { allEvents } from '../../support/data/events.js';
import { aSession } from '../../support/data/sessions.js';
import {
  holdLastPart,
  holdNamed,
  holdPhones,
  waitingForLocks,
  waitingForRows,
  type Held,
} from '../../support/data/stored/held.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { aWebhook, newestTried } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const ADA = 'ada@customer.example';
const HOME = 'ada@home.example';
const BOB = 'bob@customer.example';

const app = useDesk({ hasOwnDatabase: true });
let owner: Desk;
let acme: TestWorkspace;
let ada: string;
let bob: string;

beforeAll(() => {
  owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
});

beforeEach(async () => {
  acme = await aWorkspace(app);
  ({ id: ada } = await aCustomerOf(acme, { emails: [ADA], phones: ['+49 30 1'] }));
  ({ id: bob } = await aCustomerOf(acme, { emails: [BOB] }));
});

const erase = (address = ADA) =>
  owner.output(['customers', 'erase', acme.subdomain, address, '--confirm', '--json']);

/** Erases Ada, and lets others work before the last transaction of that. */
async function erasedAfter(work: (held: Held) => Promise<void>): Promise<string> {
  const held = await holdLastPart(acme);
  const erasing = erase();
  try {
    await until(async () => (await waitingForLocks(app.database)) > 0);
    await work(held);
  } finally {
    await held.release();
  }
  return erasing;
}

describe('what is under way while a customer is erased', () => {
  it('tells no address when a ticket goes to another customer', async () => {
    const { number } = await aTicket(acme, { email: ADA });
    let moving: Promise<{ status: number }> | undefined;
    await erasedAfter(async (held) => {
      const bobs = await holdNamed(acme, bob);
      moving = acme.client.put(`/tickets/${number}`, { email: BOB }).then((answer) => answer);
      await until(async () => (await waitingForRows(app.database)) > 0);
      await held.release();
      // The erasure waits for the ticket.
      await until(async () => (await waitingForRows(app.database)) > 1);
      await bobs.release();
    });
    expect((await moving)?.status).toBe(200);
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, ADA, acme)).toEqual([]);
  });

  it('takes the customer also out of an old ticket of many to which it comes meanwhile, and tells of it', async () => {
    const { number } = await aTicket(acme, { email: ADA });
    const { number: others } = await aTicket(acme, { email: BOB });
    await asAdmin(
      app.database,
      `INSERT INTO tickets SELECT made.* FROM tickets t, generate_series(1, 1100) AS n,
         jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'number', 10 + n)) AS made
       WHERE t.workspace_id = $1 AND t.number = $2`,
      [acme.scope.workspaceId, others],
    );
    let events = 0;
    await erasedAfter(async () => {
      await acme.client.post(`/tickets/${number}/merge`, { into: others }).expect(200);
      const words = { author_email: ADA, content: 'Zanzibar' };
      await acme.client.post(`/tickets/${others}/comments`, words).expect(201);
      ({ length: events } = await allEvents(acme));
    });
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
    expect(await tablesWith(app.database, ADA, acme)).toEqual([]);
    const told = (await allEvents(acme)).slice(events);
    expect(told.map(({ data }) => data.ticket?.number ?? null)).toEqual([others, null]);
  });

  it('erases also the old words of a ticket that becomes that of the customer meanwhile', async () => {
    const ticket = { email: BOB, subject: 'Zanzibar', description: 'Zanzibar' };
    const key = { 'Idempotency-Key': 'old' };
    const { body } = await acme.client.post('/tickets', ticket).set(key).expect(201);
    const yesterday = (table: string, own: string) =>
      asAdmin(
        app.database,
        `INSERT INTO ${table} SELECT old.* FROM ${table} e, jsonb_populate_record(e, jsonb_build_object(${own})) AS old
         WHERE e.workspace_id = $1`,
        [acme.scope.workspaceId],
      );
    await yesterday(
      'audit_entries',
      `'id', gen_random_uuid(), 'position', NULL, 'awaits_position', false, 'at', e.at - interval '1 day'`,
    );
    await yesterday('idempotency_keys', `'key', 'older', 'created_at', e.created_at - interval '1 hour'`);
    await erasedAfter(async () => {
      await acme.client.put(`/tickets/${body.ticket.number}`, { email: ADA }).expect(200);
    });
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
  });

  it('erases an address, too, that the customer gets meanwhile', async () => {
    const ticket = { email: BOB, subject: 'For two', description: '', cc: [HOME] };
    await acme.client.post('/tickets', ticket).expect(201);
    await erasedAfter(async () => {
      const customer = { emails: [ADA, HOME] };
      await acme.client.patch(`/customers/${ada}`, { customer }).expect(200);
    });
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, HOME, acme)).toEqual([]);
  });

  it('is not kept of an upload by a session of the customer', async () => {
    const { page } = await aSession(acme, { email: ADA });
    const held = await holdPhones(acme, ada);
    const erasing = erase();
    await until(async () => (await waitingForRows(app.database)) > 0);
    const sending = sendFile(page, PNG).then(({ status }) => status);
    // Without a lock of the customer the file comes at once.
    await until(async () => (await waitingForRows(app.database)) > 1 || (await uploads()) > 0);
    await held.release();
    expect(await sending).toBe(401);
    await erasing;
    expect(await uploads()).toBe(0);
  });

  it('is not kept of what a receiver answers after the erasure to an event from before it', async () => {
    const receiver = await Receiver.start();
    const answers: (() => void)[] = [];
    receiver.answer = (response, { body }) => void answers.push(() => response.end(body));
    try {
      const webhook = await aWebhook(acme, { url: receiver.url });
      await aTicket(acme, { email: ADA, subject: 'Zanzibar' });
      const working = app.operator.work(acme.scope.workspaceId);
      await until(() => Promise.resolve(answers.length > 0));
      await erase();
      receiver.answer = (response) => response.end();
      for (const answer of answers) answer();
      await working;
      expect(await newestTried(acme, webhook)).toMatchObject({ state: 'delivered' });
      expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
    } finally {
      await receiver.stop();
    }
  });

  it('is erased by two commands at once', async () => {
    await aTicket(acme, { email: ADA, subject: 'Zanzibar' });
    const held = await holdLastPart(acme);
    const erasing = [erase(), erase()];
    await until(async () => (await waitingForLocks(app.database)) > 1);
    await held.release();
    await Promise.all(erasing);
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
    expect(await tablesWith(app.database, ADA, acme)).toEqual([]);
  });

  const uploads = async (): Promise<number> =>
    (
      await asAdmin(app.database, 'SELECT FROM attachments WHERE workspace_id = $1 AND uploaded_by = $2', [
        ...[acme.scope.workspaceId, ada],
      ])
    ).length;
});

describe('a customer whose place another one has taken', () => {
  it('is erased once that one has another address, and nothing of it before', async () => {
    await aTicket(acme, { email: ADA, subject: 'Zanzibar' });
    const place = `${ada}@erased.invalid`;
    const { id } = await aCustomerOf(acme, { emails: [place] });
    const refused = await owner.run(['customers', 'erase', acme.subdomain, ADA, '--confirm']);
    expect(refused).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: expect.stringContaining(
        `Nothing was erased: the customer ${id} has the address "${place}"`,
      ) as string,
    });
    expect(await tablesWith(app.database, 'zanzibar', acme)).toContain('tickets');
    await acme.client.patch(`/customers/${id}`, { customer: { emails: [HOME] } }).expect(200);
    await erase();
    await app.operator.work(acme.scope.workspaceId);
    expect(await tablesWith(app.database, 'zanzibar', acme)).toEqual([]);
  });
});

describe('an erased customer that gets an address again', () => {
  it('writes under it on its own tickets, as long as the address in place of the others stays', async () => {
    const { number } = await aTicket(acme, { email: ADA });
    await erase();
    const customer = { emails: [`${ada}@erased.invalid`, HOME] };
    await acme.client.patch(`/customers/${ada}`, { customer }).expect(200);
    const words = { author_email: HOME, content: 'I am back' };
    const { body } = await acme.client.post(`/tickets/${number}/comments`, words).expect(201);
    expect(body.comment.author.id).toBe(ada);
    const again = { email: HOME, subject: 'Again', description: '' };
    expect((await acme.client.post('/tickets', again).expect(201)).body.ticket.customer.id).toBe(ada);
  });

  it('raises no ticket under it while that is erased, too', async () => {
    await erase();
    const customer = { emails: [`${ada}@erased.invalid`, HOME], phones: ['+49 30 1'] };
    await acme.client.patch(`/customers/${ada}`, { customer }).expect(200);
    const held = await holdPhones(acme, ada);
    const erasing = erase(HOME);
    await until(async () => (await waitingForRows(app.database)) > 0);
    const ticket = { email: HOME, subject: 'Later', description: '' };
    const raising = acme.client.post('/tickets', ticket).then((answer) => answer);
    await until(async () => (await waitingForRows(app.database)) > 1);
    await held.release();
    const { status, body } = await raising;
    expect([status, body.ticket.customer.email]).toEqual([201, HOME]);
    expect(body.ticket.customer.id).not.toBe(ada);
    await erasing;
  });
});
