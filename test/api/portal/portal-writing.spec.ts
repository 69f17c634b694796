import { PNG } from '../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession, type PortalClient, type TestSession } from '../../support/data/sessions.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { testDatabase } from '../../support/test-database.js';

const app = useDesk();
let acme: TestWorkspace;
let session: TestSession;
let ann: PortalClient;
let bob: PortalClient;

const FIELDS = [
  { name: 'Order', kind: 'text', is_required: true },
  { name: 'Agree', kind: 'checkbox' },
  { name: 'For agents', kind: 'text' },
];
const FORMS = [
  { title: 'Contact', slug: 'contact', fields: ['Agree'] },
  { title: 'Orders', slug: 'orders', fields: ['Order'] },
  { title: 'Old', slug: 'old', enabled: false },
];
const WORDS = { subject: 'Late parcel', description: '<p>Where is it?</p>' };

beforeAll(async () => {
  acme = await aWorkspace(app, { ...TWO_AGENTS, fields: FIELDS, forms: FORMS });
  session = await aSession(acme, { email: 'ann@customer.example', name: 'Ann Lee' });
  ann = session.page;
  bob = (await aSession(acme, { email: 'bob@customer.example' })).page;
});

const fieldsIn = ({ field_errors: errors }: { readonly field_errors: { field: string }[] }) =>
  errors.map(({ field }) => field).sort();

describe('a ticket that a customer raises', () => {
  // @proves E-30-12
  it('is that of the customer, with the channel portal, by the first enabled form', async () => {
    const { body, headers } = await ann
      .post('/tickets', { ...WORDS, ticket_fields: { Agree: true } })
      .expect(201);
    expect(body.ticket).toMatchObject({
      ...{ subject: 'Late parcel', description: '<p>Where is it?</p>', status: 'new' },
      fields: [{ field_name: 'Agree', field_value: true }],
    });
    expect(headers['location']).toBe(`/api/customer/v1/tickets/${body.ticket.id}`);
    const shown = await ann.get(`/tickets/${body.ticket.number}`).expect(200);
    expect([shown.body, shown.headers['etag']]).toEqual([body, headers['etag']]);
    const { body: agents } = await acme.client.get(`/tickets/${body.ticket.id}?include=channel`).expect(200);
    expect(agents.ticket).toMatchObject({
      channel: 'portal',
      customer: { id: session.customer.id, email: 'ann@customer.example' },
    });
  });

  // @proves E-30-12
  it('obeys the form that it names: its fields, its required fields, and that it is enabled', async () => {
    const raise = async (body: object) => fieldsIn((await ann.post('/tickets', body).expect(422)).body);
    expect(await raise({ ...WORDS, form: 'orders' })).toEqual(['ticket_fields.Order']);
    expect(await raise({ ...WORDS, form: 'orders', ticket_fields: { Order: ' ' } })).toEqual([
      'ticket_fields.Order',
    ]);
    expect(await raise({ ...WORDS, ticket_fields: { 'For agents': 'x', Order: 'y' } })).toEqual([
      'ticket_fields.For agents',
      'ticket_fields.Order',
    ]);
    expect(await raise({ ...WORDS, ticket_fields: { Agree: 'maybe' } })).toEqual(['ticket_fields.Agree']);
    for (const form of ['old', 'nowhere', 'a/b']) expect(await raise({ ...WORDS, form })).toEqual(['form']);
    expect(await raise({})).toEqual(['description', 'subject']);
    expect(await raise({ ...WORDS, subject: ' ', priority: 'high', email: 'bob@customer.example' })).toEqual([
      'email',
      'priority',
      'subject',
    ]);
    await ann.post('/tickets', { ...WORDS, form: 'orders', ticket_fields: { Order: 'A-1' } }).expect(201);
  });

  it('needs no form in a workspace that has none', async () => {
    const bare = await aWorkspace(app);
    const { page } = await aSession(bare);
    await page.post('/tickets', WORDS).expect(201);
    const { body } = await page.post('/tickets', { ...WORDS, ticket_fields: { Order: 'x' } }).expect(422);
    expect(fieldsIn(body)).toEqual(['ticket_fields.Order']);
  });

  // @proves E-30-23
  it('is made once by fifty equal requests with one Idempotency-Key, which belongs to the customer alone', async () => {
    const words = { ...WORDS, subject: 'Once and for all' };
    const send = (page: PortalClient) => page.post('/tickets', words).set('Idempotency-Key', '"again"');
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(ann)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const first = await send(ann).expect(201);
    const second = await send((await aSession(acme, { email: 'ann@customer.example' })).page).expect(201);
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    const { body: found } = await ann.get('/tickets?q=%22once+and+for+all%22').expect(200);
    expect(found.pagination.total_records).toBe(1);
    const others = await send(bob).expect(201);
    expect(others.body.ticket.id).not.toBe(first.body.ticket.id);
    const agent = { ...words, email: 'ann@customer.example' };
    const made = await acme.client.post('/tickets', agent).set('Idempotency-Key', '"again"').expect(201);
    expect(made.headers).not.toHaveProperty('idempotent-replayed');
  });
});

describe('a reply of a customer', () => {
  // @proves E-30-13, E-30-23
  it('opens the ticket, and is one reply for one Idempotency-Key', async () => {
    const { number } = await aTicket(acme, { email: 'ann@customer.example', status: 'closed' });
    const send = () =>
      ann
        .post(`/tickets/${number}/comments`, { content: '<p>Still late<script>x</script></p>' })
        .set('Idempotency-Key', `reply-${number}`);
    const { body } = await send().expect(201);
    expect((await send().expect(201)).body).toEqual(body);
    expect(body.comment).toEqual({
      ...{ id: expect.any(String), author_type: 'customer', author: { name: 'Ann Lee' } },
      ...{ content: '<p>Still late</p>', attachments: [], created_at: expect.any(String) },
    });
    const ticket = (await ann.get(`/tickets/${number}`)).body.ticket;
    expect(ticket.status).toBe('open');
    const { body: list } = await ann.get(`/tickets/${number}/comments`);
    expect(list.pagination.total_records).toBe(1);
  });

  it('says something, and nothing of who wrote it', async () => {
    const { number } = await aTicket(acme, { email: 'ann@customer.example' });
    const refused = async (body: object) =>
      fieldsIn((await ann.post(`/tickets/${number}/comments`, body).expect(422)).body);
    expect(await refused({})).toEqual(['content']);
    expect(await refused({ content: '<p> </p>' })).toEqual(['content']);
    expect(await refused({ content: 'x', author_email: 'eve@team.example', comment_type: 'note' })).toEqual([
      'author_email',
      'comment_type',
    ]);
  });
});

// @proves E-30-14
describe('closing a ticket', () => {
  it('needs no field that agents must fill in, and can be repeated', async () => {
    const desk = await aWorkspace(app, {
      fields: [{ name: 'Cause', kind: 'text', is_required_for_agent_when_closing_ticket: true }],
    });
    const { page } = await aSession(desk);
    const { number } = await aTicket(desk, { status: 'open' });
    for (const _again of [1, 2]) {
      const { body } = await page.post(`/tickets/${number}/close`).expect(200);
      expect(body.ticket.status).toBe('closed');
    }
  });

  // @proves E-30-23
  it('obeys If-Match', async () => {
    const { number } = await aTicket(acme, { email: 'ann@customer.example', status: 'open' });
    const { headers } = await ann.get(`/tickets/${number}`);
    const close = (tag: string) => ann.post(`/tickets/${number}/close`).set('If-Match', tag);
    await close('"other"').expect(412);
    await close(String(headers['etag'])).expect(200);
    await close(String(headers['etag'])).expect(412);
  });
});

describe('a file of a customer', () => {
  const upload = async (page: PortalClient) =>
    (await page.request('post', '/attachments').attach('file', PNG, { filename: 'a.png' }).expect(201)).body
      .signed_id as string;

  // @proves E-30-15, E-30-19
  it('is attached by its customer alone, and shown at an address of customers', async () => {
    const signedId = await upload(ann);
    const { body: refused } = await bob.post('/tickets', { ...WORDS, attachments: [signedId] }).expect(422);
    expect(fieldsIn(refused)).toEqual(['attachments[0]']);
    const agents = { ...WORDS, email: 'ann@customer.example', attachments: [signedId] };
    await acme.client.post('/tickets', agents).expect(422);
    const { body } = await ann.post('/tickets', { ...WORDS, attachments: [signedId] }).expect(201);
    const [file] = body.ticket.attachments as { id: string; url: string }[];
    expect(file?.url).toMatch(new RegExp(`/api/customer/v1/attachments/${file?.id}$`));
    const bytes = await ann.get(`/attachments/${file?.id}`).expect(200);
    expect(Buffer.compare(bytes.body as Buffer, PNG)).toBe(0);
    await bob.get(`/attachments/${file?.id}`).expect(404);
  });

  // @proves E-30-19
  it('that a key uploaded cannot be attached by a customer', async () => {
    const { body } = await acme.client
      .request('post', '/attachments')
      .attach('file', PNG, { filename: 'a.png' });
    await ann.post('/tickets', { ...WORDS, attachments: [body.signed_id] }).expect(422);
  });

  // @proves E-30-15
  it('is served when it belongs to a description or a reply, and not when to a note', async () => {
    const { number } = await aTicket(acme, { email: 'ann@customer.example' });
    const fileOf = async (comment_type: string) => {
      const { body } = await acme.client
        .request('post', '/attachments')
        .attach('file', PNG, { filename: 'a.png' });
      const { attachments } = await aComment(acme, number, { comment_type, attachments: [body.signed_id] });
      return (attachments as { id: string }[])[0]?.id;
    };
    await ann.get(`/attachments/${await fileOf('reply')}`).expect(200);
    const unknown = await ann.get('/attachments/a0000000-0000-4000-8000-000000000000').expect(404);
    const note = await ann.get(`/attachments/${await fileOf('note')}`).expect(404);
    expect(note.text).toBe(unknown.text);
  });
});

describe('what happens to tickets of a customer', () => {
  // @proves E-30-16
  it('has events at the positions of the feed: replies, new tickets and statuses', async () => {
    const desk = await aWorkspace(app, TWO_AGENTS);
    const { page } = await aSession(desk, { email: 'ann@customer.example', name: 'Ann Lee' });
    const mine = (await page.post('/tickets', WORDS).expect(201)).body.ticket as {
      id: string;
      number: number;
    };
    await aTicket(desk, { email: 'bob@customer.example' });
    await aComment(desk, mine.number, { content: '<p>Note</p>', comment_type: 'note' });
    await aComment(desk, mine.number, { content: '<p>Hello</p>' });
    await desk.client.patch(`/tickets/${mine.number}`, { tags: ['vip'] }).expect(200);
    await desk.client.patch(`/tickets/${mine.number}`, { status: 'open', tags: [] }).expect(200);
    const { body } = await page.get('/events').expect(200);
    const ticket = { id: mine.id, number: mine.number };
    const heard = body.events as { type: string; data: object }[];
    expect(heard.map(({ type, data }) => [type, data])).toEqual([
      ['ticket.created', { ticket, changes: { status: [null, 'new'] } }],
      [
        'comment.created',
        {
          ticket,
          comment: { id: expect.any(String), author_type: 'agent', author: { name: 'Eve Jones' } },
        },
      ],
      ['ticket.updated', { ticket, changes: { status: ['new', 'open'] } }],
    ]);
    const { body: feed } = await desk.client.get('/events').expect(200);
    expect([body.next_after, body.has_more]).toEqual([feed.next_after, false]);
    const [{ position }] = body.events as [{ position: number }];
    const { body: later } = await page.get(`/events?after=${position}&limit=1`).expect(200);
    expect([later.events.length, later.events[0].type, later.has_more]).toEqual([1, 'comment.created', true]);
    await page.get(`/events?after=${Number(feed.next_after) + 1000}`).expect(422);
    await page.get('/events?limit=0').expect(422);
  });

  // @proves E-30-22
  it('names the customer in the feed of the desk, and session and key in the audit trail', async () => {
    const { body } = await ann.post('/tickets', WORDS).expect(201);
    const { body: feed } = await acme.client.get('/events?types=ticket.created&limit=500').expect(200);
    const event = (feed.events as { data: { ticket: { id: string }; actor: object } }[]).find(
      ({ data }) => data.ticket.id === body.ticket.id,
    );
    expect(event?.data.actor).toEqual({ type: 'customer', id: session.customer.id, name: 'Ann Lee' });
    const desk = Desk.on(testDatabase());
    const text = await desk.output(['audit', acme.subdomain, '--json']);
    const entries = text.trim().split('\n').map((line) => JSON.parse(line) as { subject: { id: string }; actor: string }); // prettier-ignore
    const entry = entries.find(({ subject }) => subject.id === body.ticket.id);
    expect(entry?.actor).toMatch(
      new RegExp(`^customer ${session.customer.id} session ${session.id} key [-0-9a-f]{36}$`),
    );
  });
});

describe('a session', () => {
  // @proves E-30-17
  it('tells who the customer is, when it ends, and the forms with their fields', async () => {
    const { body } = await ann.get('/me').expect(200);
    expect(body).toEqual({
      customer: session.customer,
      expires_at: session.expires_at,
      forms: [
        {
          ...{ slug: 'contact', title: 'Contact', intro: null },
          fields: [{ name: 'Agree', kind: 'checkbox', is_required: false }],
        },
        {
          ...{ slug: 'orders', title: 'Orders', intro: null },
          fields: [{ name: 'Order', kind: 'text', is_required: true }],
        },
      ],
    });
  });
});
