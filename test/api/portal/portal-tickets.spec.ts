import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession, type PortalClient } from '../../support/data/sessions.js';
import { merging } from '../../support/data/merges.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let ann: PortalClient;
let bob: PortalClient;

const FORMS = [{ title: 'Contact', slug: 'contact', fields: ['Country'] }];
const FIELDS = [
  { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
  { name: 'Secret score', kind: 'integer' },
];

beforeAll(async () => {
  acme = await aWorkspace(app, { ...TWO_AGENTS, fields: FIELDS, forms: FORMS, groups: [{ name: 'Hidden' }] });
  ann = (await aSession(acme, { email: 'ann@customer.example', name: 'Ann Lee' })).page;
  bob = (await aSession(acme, { email: 'bob@customer.example' })).page;
});

const numbersOf = async (page: PortalClient, query = '') => {
  const { body } = await page.get(`/tickets${query}`).expect(200);
  return (body.tickets as { number: number }[]).map(({ number }) => number);
};

describe('a ticket of a customer', () => {
  // @proves E-30-11, E-30-18
  it('shows what is for customers, and nothing else', async () => {
    const { id, number } = await aTicket(acme, {
      email: 'ann@customer.example',
      subject: 'Hers',
      description: '<p>Help</p>',
      group: 'Hidden',
      tags: ['hidden-tag'],
      priority: 'urgent',
      assignee_email: 'eve@team.example',
      ticket_fields: { Country: 'India', 'Secret score': 7 },
    });
    const { body, headers } = await ann.get(`/tickets/${number}`).expect(200);
    expect(body.ticket).toEqual({
      ...{ id, number, subject: 'Hers', description: '<p>Help</p>', status: 'new' },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      assignee: { name: 'Eve Jones' },
      fields: [{ field_name: 'Country', field_value: 'India' }],
      attachments: [],
    });
    await ann.get(`/tickets/${id}`).set('If-None-Match', String(headers['etag'])).expect(304);
  });

  // @proves E-30-20
  it('is unknown to another customer, like one that does not exist', async () => {
    const { id, number } = await aTicket(acme, { email: 'ann@customer.example' });
    const unknown = await bob.get('/tickets/2000000').expect(404);
    for (const reference of [id, number]) {
      for (const send of [
        () => bob.get(`/tickets/${reference}`),
        () => bob.get(`/tickets/${reference}/comments`),
        () => bob.post(`/tickets/${reference}/comments`, { content: 'Hello' }),
        () => bob.post(`/tickets/${reference}/close`),
      ])
        expect([(await send()).status, (await send()).text]).toEqual([404, unknown.text]);
    }
    expect(await numbersOf(bob)).not.toContain(number);
    expect(await numbersOf(ann)).toContain(number);
  });

  // @proves E-30-9
  it('is visible to a participant, in any case of letters', async () => {
    const { body } = await acme.client
      .post('/tickets', {
        ...{ email: 'ann@customer.example', subject: 'Both', description: '' },
        cc: ['BOB@customer.example'],
      })
      .expect(201);
    const { number } = body.ticket as { number: number };
    await bob.get(`/tickets/${number}`).expect(200);
    expect(await numbersOf(bob)).toContain(number);
    await bob.post(`/tickets/${number}/comments`, { content: '<p>Me, too</p>' }).expect(201);
  });

  // @proves E-30-9
  it('is visible to the company when the session says so', async () => {
    const globex = await aWorkspace(app, { companies: [{ name: 'Globex' }] });
    const { body } = await globex.client.get('/companies').expect(200);
    const company_id = (body.companies as { id: string }[])[0]?.id;
    for (const email of ['one@globex.example', 'two@globex.example'])
      await globex.client.post('/customers', { customer: { emails: [email], company_id } }).expect(200);
    const { number } = await aTicket(globex, { email: 'one@globex.example' });
    const alone = await aSession(globex, { email: 'two@globex.example' });
    const together = await aSession(globex, { email: 'two@globex.example', company: true });
    expect(await numbersOf(alone.page)).toEqual([]);
    expect(await numbersOf(together.page)).toEqual([number]);
    await alone.page.get(`/tickets/${number}`).expect(404);
    await together.page.get(`/tickets/${number}`).expect(200);
    const stranger = await aSession(globex, { email: 'three@other.example', company: true });
    expect(await numbersOf(stranger.page)).toEqual([]);
  });

  // @proves E-30-20
  it('that is merged leads to its target, which makes its customer a participant', async () => {
    const source = await aTicket(acme, { email: 'bob@customer.example' });
    const target = await aTicket(acme, { email: 'ann@customer.example' });
    await merging(acme, source.number, target.number).expect(200);
    const { body } = await bob.get(`/tickets/${source.number}`).expect(200);
    expect(body.ticket.merged_into).toEqual({ id: target.id, number: target.number });
    await bob.get(`/tickets/${target.number}`).expect(200);
    await ann.get(`/tickets/${source.number}`).expect(404);
  });
});

describe('a list of a customer', () => {
  let cleo: PortalClient;
  const numbers: number[] = [];
  beforeAll(async () => {
    const email = 'cleo@customer.example';
    cleo = (await aSession(acme, { email })).page;
    for (const line of [
      { subject: 'Red apples', status: 'open' },
      { subject: 'Green pears', status: 'closed', description: 'apples, too' },
      { subject: 'Plums' },
    ])
      numbers.push((await aTicket(acme, { email, ...line })).number);
    await aTicket(acme, { email: 'ann@customer.example', subject: 'Apples of somebody else' });
  });

  // @proves E-30-9
  it('is filtered by status, sorted and cut into pages, with exact totals', async () => {
    const [first = 0, second = 0, third = 0] = numbers;
    expect(await numbersOf(cleo)).toEqual([third, second, first]);
    expect(await numbersOf(cleo, '?order=asc')).toEqual(numbers);
    expect(await numbersOf(cleo, '?status=open,closed&order=asc')).toEqual([first, second]);
    const { body } = await cleo.get('/tickets?page_size=2&page_number=2').expect(200);
    expect([body.tickets.length, body.pagination.total_records]).toEqual([1, 3]);
    await cleo.get('/tickets?sort=priority').expect(422);
  });

  // @proves E-30-10
  it('can be searched by words and status, and every other filter name is a word', async () => {
    const [first = 0, second = 0] = numbers;
    expect(await numbersOf(cleo, '?q=apples&order=asc')).toEqual([first, second]);
    expect(await numbersOf(cleo, '?q=apples%20status:open')).toEqual([first]);
    expect(await numbersOf(cleo, '?q=apples%20-status:open')).toEqual([second]);
    for (const q of ['subject:apples', 'tag:apples', 'customer_email:ann@customer.example'])
      expect([q, await numbersOf(cleo, `?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  });

  // @proves E-30-10
  it('finds replies, and no note', async () => {
    const [first = 0] = numbers;
    await aComment(acme, first, { content: '<p>zebra</p>' });
    await aComment(acme, first, { content: '<p>unicorn</p>', comment_type: 'note' });
    expect(await numbersOf(cleo, '?q=zebra')).toEqual([first]);
    expect(await numbersOf(cleo, '?q=unicorn')).toEqual([]);
    expect(await numbersOf(cleo, '?q=apples%20-unicorn')).toContain(first);
  });
});

describe('the replies of a ticket', () => {
  // @proves E-30-11, E-30-18
  it('come without notes, in pages, with the names of their authors alone', async () => {
    const { number } = await aTicket(acme, { email: 'ann@customer.example' });
    await aComment(acme, number, { content: '<p>One</p>' });
    await aComment(acme, number, { content: '<p>Private</p>', comment_type: 'note' });
    await ann.post(`/tickets/${number}/comments`, { content: '<p>Two</p>' }).expect(201);
    const { body } = await ann.get(`/tickets/${number}/comments`).expect(200);
    expect(body.pagination.total_records).toBe(2);
    expect(body.comments).toEqual([
      expect.objectContaining({ author_type: 'agent', author: { name: 'Eve Jones' }, content: '<p>One</p>' }),
      expect.objectContaining({
        author_type: 'customer',
        author: { name: 'Ann Lee' },
        content: '<p>Two</p>',
      }),
    ]);
    const { body: newest } = await ann.get(`/tickets/${number}/comments?order=desc&page_size=1`).expect(200);
    expect(newest.comments[0].content).toBe('<p>Two</p>');
  });
});
