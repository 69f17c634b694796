import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf, type ShownCustomer } from '../../support/data/customers.js';
import { Desk } from '../../support/servers/desk.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { allEvents, type ShownEvent } from '../../support/data/events.js';
import { aMail, received } from '../../support/data/mails/inbound-emails.js';
import type { ShownComment } from '../../support/data/comments.js';
import { quiet, startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { numbersOf } from '../../support/expectations.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

/** This word is in everything that is the person's, and nowhere else. */
const MARK = 'lovelace7';
const ADDRESS = `Ada.${MARK}@customer.example`;
const OTHER_ADDRESS = `${MARK}@Home.example`;
const WORDS = `<p>My name is ${MARK}. ${'I cannot log in. '.repeat(200)}</p>`;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let owner: Desk;
let acme: TestWorkspace;
let other: TestWorkspace;
let content: WorkspaceContent;
let ada: ShownCustomer;
let bob: { readonly number: number };

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ database });
  owner = Desk.on(database, { MIGRATION_DATABASE_URL: database.ownerUrl });
  const manifest = {
    fields: [
      { name: 'Device', kind: 'text' },
      { name: 'Country', kind: 'single_option', options: ['India', 'Chile'] },
    ],
    companies: [{ name: 'Engines' }],
    team_members: [{ email: 'eve@team.example', first_name: 'Eve', role: 'agent' }],
  };
  [acme, other] = [await aWorkspace(app, manifest), await aWorkspace(app, manifest)];
  content = await WorkspaceContent.open(database);
  for (const workspace of [other, acme]) {
    ada = await aPerson(workspace);
    bob = await aNeighbour(workspace);
    // Nothing is left to be done in the background, also not by a job that has begun.
    await quiet(() => app.operator.work(workspace.scope.workspaceId));
  }
});
afterAll(async () => {
  await content.close();
  await app.stop();
  await database.drop();
});

/** A customer who left words everywhere: tickets 1 and 2, and a ticket 3 that now belongs to somebody else. */
async function aPerson(workspace: TestWorkspace): Promise<ShownCustomer> {
  const { client } = workspace;
  const person = await aCustomerOf(workspace, {
    emails: [ADDRESS, OTHER_ADDRESS],
    first_name: `Ada ${MARK}`,
    phones: [`+1 ${MARK}`],
    links: [`https://${MARK}.example`],
    description: `Knows ${MARK}`,
    language: MARK,
  });
  await client.patch(`/customers/${person.id}`, { customer: { last_name: `King ${MARK}` } }).expect(200);
  const raised = {
    email: ADDRESS.toUpperCase(),
    subject: `Help ${MARK}`,
    description: WORDS,
    tags: [MARK],
    ticket_fields: { Device: MARK, Country: 'India' },
    ...{ external_id: MARK, source: 'shop', cc: [OTHER_ADDRESS], category: 'Refund' },
  };
  await client.post('/tickets', raised).set('Idempotency-Key', 'raised').expect(201);
  const changed = { subject: `More ${MARK}`, priority: 'urgent' };
  await client.put('/tickets/1', changed).set('Idempotency-Key', 'changed').expect(200);
  const said = { author_email: ADDRESS, content: `Said ${MARK}`, message_id: MARK };
  await client.post('/tickets/1/comments', said).set('Idempotency-Key', 'said').expect(201);
  const answer = { author_email: 'eve@team.example', content: `Dear ${MARK}` };
  await client.post('/tickets/1/comments', answer).set('Idempotency-Key', 'answered').expect(201);
  await client.put('/tickets/1/drafts/note', answer).set('Idempotency-Key', 'drafted').expect(200);
  const older = { email: OTHER_ADDRESS, subject: `Older ${MARK}`, description: '' };
  await client.post('/api/v1/public/tickets', older).set('Idempotency-Key', 'older').expect(200);
  await received(workspace, aMail({ headers: { From: ADDRESS, Subject: `Mail ${MARK} [#1]` }, text: MARK }));
  await client.post('/tickets', { email: ADDRESS, subject: 'Moved', description: '' }).expect(201);
  await client.put('/tickets/3', { email: 'bob@customer.example' }).expect(200);
  return person;
}

/** A ticket of somebody else, in which the person takes part. */
async function aNeighbour({ client }: TestWorkspace): Promise<{ number: number }> {
  const raised = {
    ...{
      email: 'bob@customer.example',
      subject: 'For Ada',
      description: '<p>Ada told me</p>',
      tags: ['kept'],
    },
    ...{ to: ['desk@team.example'], cc: [ADDRESS.toLowerCase()] },
  };
  const { body } = await client.post('/tickets', raised).set('Idempotency-Key', 'bob').expect(201);
  const { ticket } = body as { ticket: { number: number } };
  const path = `/tickets/${ticket.number}`;
  const words = { author_email: ADDRESS, content: `Copied ${MARK}` };
  await client.post(`${path}/comments`, words).set('Idempotency-Key', 'copied').expect(201);
  await client.put(`${path}/drafts/reply`, words).expect(200);
  await client.put(`${path}/drafts/note`, { author_email: 'eve@team.example', content: 'Kept' }).expect(200);
  return ticket;
}

const erase = (desk: Desk, address: string, ...confirmed: string[]) =>
  desk.run(['customers', 'erase', acme.subdomain, address, '--confirm', ...confirmed]);

describe('customers erase', () => {
  it('erases nothing unless it is confirmed for somebody whom there is, by the owner', async () => {
    const before = await content.digest(acme);
    const address = 'nobody@customer.example';
    for (const [run, said] of [
      [erase(owner, ADDRESS, OTHER_ADDRESS), `after --confirm there must be the address "${ADDRESS}"`],
      [erase(owner, address), `no customer of workspace "${acme.subdomain}" has the address "${address}"`],
      [erase(Desk.on(database), ADDRESS), 'Only the owner of the database can erase a customer'],
      [owner.run(['customers', 'erase', 'nowhere', ADDRESS, '--confirm']), 'There is no workspace "nowhere"'],
    ] as const)
      expect(await run).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(said) as string,
      });
    expect((await owner.run(['customers', 'erase', acme.subdomain, ADDRESS])).status).toBe(2);
    expect(await content.digest(acme)).toEqual(before);
  });

  describe('of a person who left words everywhere', () => {
    let events: readonly ShownEvent[];
    let neighbours: Awaited<ReturnType<WorkspaceContent['digest']>>;
    let entries: number;
    let run: Awaited<ReturnType<Desk['run']>>;

    const countOfEntries = async () =>
      (
        await asAdmin<{ count: number }>(
          database,
          'SELECT count(*)::int FROM audit_entries WHERE workspace_id = $1',
          [acme.scope.workspaceId],
        )
      )[0]?.count ?? 0;

    beforeAll(async () => {
      events = await allEvents(acme);
      neighbours = await content.digest(other);
      entries = await countOfEntries();
      expect(await tablesWith(database, MARK, acme)).toEqual(
        expect.arrayContaining([
          'audit_entries',
          'customers',
          'idempotency_keys',
          'ticket_tag_index',
          'tickets',
        ]),
      );
      run = await erase(owner, OTHER_ADDRESS.toLowerCase(), OTHER_ADDRESS.toLowerCase());
    });

    it('says how many rows these were, and what stays', () => {
      expect([run.status, run.stdout.split('\n').filter(Boolean).sort()]).toEqual([
        0,
        [
          'attachments: 1',
          'audit_entries: 14',
          'comment_drafts: 2',
          'comments: 4',
          'customer_emails: 2',
          'customer_links: 1',
          'customer_phones: 1',
          'customers: 1',
          'idempotency_keys: 7',
          'inbound_emails: 1',
          'participants of other tickets: 1',
          'search_texts: 6',
          'tickets: 2',
        ],
      ]);
      expect(run.stderr).toContain('Not erased: backups, logs');
    });

    it('leaves no trace of it in any table, and other workspaces alone', async () => {
      expect(await tablesWith(database, MARK, acme)).toEqual([]);
      expect(await content.digest(other)).toEqual(neighbours);
    });

    it('leaves the tickets, with what the desk itself says of them', async () => {
      const { ticket } = (await acme.client.get('/tickets/1?include=participants').expect(200)).body;
      const address = `${ada.id}@erased.invalid`;
      expect(ticket).toMatchObject({
        ...{ number: 1, subject: 'Erased', description: '', tags: [], fields: [], participants: [] },
        ...{ external_id: null, source: null, category: 'Refund', priority: 'urgent', status: 'new' },
        customer: { id: ada.id, name: address, email: address, phone_numbers: [] },
      });
      for (const [query, total] of [
        ['', 4],
        [`?customer_id=${ada.id}`, 2],
        [`?tag=${MARK}`, 0],
        ['?tag=kept', 1],
        ['?field_name=Country&field_value=India', 0],
      ] as const)
        expect([query, (await acme.client.get(`/tickets${query}`)).body.pagination.total_records]).toEqual([
          query,
          total,
        ]);
    });

    it('lets a search find what is left, and nothing else', async () => {
      const numbers = async (q: string) => numbersOf(await acme.client.get(`/tickets?q=${q}`).expect(200));
      expect(await numbers(MARK)).toEqual([]);
      expect(await numbers('erased')).toEqual([2, 1]);
      expect(await numbers('told')).toEqual([bob.number]);
    });

    it('leaves of its comments only who wrote when, on its tickets and on those of others', async () => {
      const of = async (number: number) =>
        (await acme.client.get(`/tickets/${number}/comments`).expect(200)).body.comments as ShownComment[];
      const address = `${ada.id}@erased.invalid`;
      expect(
        (await of(1)).map(({ content, author, message_id }) => [content, author.email, message_id]),
      ).toEqual([
        ['', address, null],
        ['', address, null],
        ['', 'eve@team.example', null],
        ['', address, null],
      ]);
      expect((await of(bob.number)).map(({ content, author }) => [content, author.email])).toEqual([
        ['<p>Ada told me</p>', 'bob@customer.example'],
        ['', address],
      ]);
      await acme.client.get('/tickets/1/drafts/note').expect(404);
      await acme.client.get(`/tickets/${bob.number}/drafts/reply`).expect(404);
      const { draft } = (await acme.client.get(`/tickets/${bob.number}/drafts/note`).expect(200)).body;
      expect(draft.content).toBe('Kept');
    });

    it('leaves what belongs to others: their tickets, words, participants and kept replies', async () => {
      const { body } = await acme.client.get(`/tickets/${bob.number}?include=participants`).expect(200);
      expect(body.ticket).toMatchObject({
        ...{ subject: 'For Ada', description: '<p>Ada told me</p>', tags: ['kept'] },
        participants: [{ role: 'to', email: 'desk@team.example' }],
      });
      expect((await acme.client.get('/tickets/3').expect(200)).body.ticket.subject).toBe('Moved');
    });

    it('keeps every event at its position, and tells consumers of the feed', async () => {
      const after = await allEvents(acme);
      const placeOf = ({ id, position, type, occurred_at }: ShownEvent) => ({
        id,
        position,
        type,
        occurred_at,
      });
      expect(after.slice(0, events.length).map(placeOf)).toEqual(events.map(placeOf));
      const changes = { erased: [false, true] };
      const told = after.slice(events.length);
      // That of Bob's ticket, of which only comments and a participant are erased, comes first.
      expect(told).toMatchObject([
        { type: 'ticket.updated', data: { ticket: { number: bob.number }, changes, silent: true } },
        { type: 'ticket.updated', data: { changes, silent: true } },
        { type: 'ticket.updated', data: { changes, silent: true } },
        { type: 'customer.updated', data: { customer: { id: ada.id }, changes, silent: true } },
      ]);
      expect(told.flatMap(({ data }) => data.ticket?.number ?? []).sort()).toEqual([1, 2, bob.number]);
      expect(after.find(({ type }) => type === 'customer.created')?.data.changes).toEqual({});
      expect(await countOfEntries()).toBe(entries + 4);
    });

    it('makes the address free: who writes from it is somebody new', async () => {
      const raised = { email: ADDRESS, subject: 'Hello', description: '' };
      const { body } = await acme.client.post('/tickets', raised).expect(201);
      expect(body.ticket.customer.id).not.toBe(ada.id);
    });

    it('can be repeated with the address that is left, and then finds nothing but that', async () => {
      const again = await erase(owner, `${ada.id}@erased.invalid`);
      expect([again.status, again.stdout]).toEqual([0, 'customer_emails: 1\ncustomers: 1\n']);
      expect(numbersOf(await acme.client.get('/tickets?q=erased').expect(200))).toEqual([2, 1]);
    });
  });

  it('erases a customer without tickets', async () => {
    await aCustomerOf(acme, { emails: ['alone@customer.example'] });
    const { status, stdout } = await erase(owner, 'alone@customer.example');
    expect([status, stdout]).toEqual([0, 'audit_entries: 1\ncustomer_emails: 1\ncustomers: 1\n']);
  });

  it('erases a ticket of an import, and leaves the rest of the batch', async () => {
    await aTicket(acme, { email: 'mia@customer.example', subject: 'Mine' });
    await aTicket(acme, { email: 'max@customer.example', subject: 'His' });
    expect((await erase(owner, 'mia@customer.example')).stdout).toContain('tickets: 1\n');
    expect(await tablesWith(database, 'mia@customer.example', acme)).toEqual([]);
    expect(await tablesWith(database, 'max@customer.example', acme)).toContain('customers');
  });
});
