// Tries of somebody who has the token of one customer: everything that is of others is as if it were not there.
import supertest from 'supertest';
import { PNG } from '../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { merging } from '../../support/data/merges.js';
import { aSession, PortalClient, type TestSession } from '../../support/data/sessions.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';
const [ANN, BOB] = ['ann@customer.example', 'bob@customer.example'];

const app = useDesk();
let acme: TestWorkspace;
let session: TestSession;
let other: TestSession;
let ann: PortalClient;
let bob: PortalClient;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  session = await aSession(acme, { email: ANN });
  ann = session.page;
  other = await aSession(acme, { email: BOB });
  bob = other.page;
});

/** The document has no HEAD: it is the GET without its body. */
const head = ({ token }: TestSession, path: string) =>
  supertest(app.url)
    .head(`/api/customer/v1${path}`)
    .set({ Host: `${acme.subdomain}.${BASE_DOMAIN}`, Authorization: `Bearer ${token}` });

const signedId = async (): Promise<string> => {
  const sent = acme.client.request('post', '/attachments');
  return (await sent.attach('file', PNG, { filename: 'a.png' }).expect(201)).body.signed_id as string;
};
const idOf = ({ attachments }: { readonly attachments?: unknown }): string =>
  (attachments as { id: string }[])[0]?.id ?? '';

/** A ticket of Ann with a file, and another one of the agents in a reply. */
async function hers(more: object = {}) {
  const attachments = [await signedId()];
  const sent = { email: ANN, subject: 'Hers', description: '<p>x</p>', attachments, ...more };
  const { body } = await acme.client.post('/tickets', sent).expect(201);
  const { id, number } = body.ticket as { id: string; number: number };
  const { body: shown } = await ann.get(`/tickets/${number}`).expect(200);
  return { id, number, file: idOf(shown.ticket as { attachments: unknown }) };
}

const numbersOf = async (page: PortalClient, query = '') =>
  ((await page.get(`/tickets${query}`).expect(200)).body.tickets as { number: number }[]).map(
    ({ number }) => number,
  );
const heardOf = async (page: PortalClient, id: string) =>
  ((await page.get('/events?limit=500').expect(200)).body.events as { data: { ticket: { id: string } } }[]).filter(
    ({ data }) => data.ticket.id === id,
  ).length; // prettier-ignore

// @proves E-30-20
describe('a ticket of another customer is unknown', () => {
  it('whatever the conditions of the request say', async () => {
    const { number } = await hers();
    const { headers } = await ann.get(`/tickets/${number}`);
    const tag = String(headers['etag']);
    const unknown = await bob.get('/tickets/2000000').expect(404);
    for (const [name, value] of [
      ['If-None-Match', tag],
      ['If-None-Match', '*'],
      ['If-Match', '"other"'],
    ] as const) {
      const asked = [
        bob.get(`/tickets/${number}`),
        bob.post(`/tickets/${number}/close`),
        bob.post(`/tickets/${number}/comments`, { content: 'x' }),
      ];
      for (const answer of await Promise.all(asked.map((request) => request.set(name, value))))
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
  });

  it('to HEAD, with the headers that an unknown one has', async () => {
    const { number, file } = await hers();
    const seen = async (path: string) => {
      const { status, headers } = await head(other, path);
      return { status, length: headers['content-length'], names: Object.keys(headers).sort() };
    };
    expect(await seen(`/tickets/${number}`)).toEqual(await seen('/tickets/2000000'));
    expect(await seen(`/attachments/${file}`)).toEqual(await seen(`/attachments/${UNKNOWN_ID}`));
    expect((await seen(`/tickets/${number}`)).status).toBe(404);
    expect((await head(session, `/tickets/${number}`)).status).toBe(200);
  });

  it('with its file, whole or in part, to somebody who knows its id and its entity tag', async () => {
    const { file } = await hers();
    const { headers } = await ann.get(`/attachments/${file}`).expect(200);
    const unknown = await bob.get(`/attachments/${UNKNOWN_ID}`).expect(404);
    for (const sent of [
      { Range: 'bytes=0-1' },
      { Range: 'bytes=99999999-' },
      { 'If-None-Match': String(headers['etag']) },
      { 'If-Range': String(headers['etag']), Range: 'bytes=0-1' },
    ]) {
      const answer = await bob.get(`/attachments/${file}`).set(sent);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    await ann.get(`/attachments/${file}`).set('Range', 'bytes=0-1').expect(206);
    await ann.get(`/attachments/${file}`).set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('at another workspace, whose hosts take no token of this one', async () => {
    const globex = await aWorkspace(app);
    const page = new PortalClient(app, globex.subdomain, session.token);
    expect((await page.get('/me')).status).toBe(401);
    const foreign = await aTicket(globex, { email: ANN });
    const { text } = await ann.get('/tickets/2000000').expect(404);
    expect((await ann.get(`/tickets/${foreign.id}`).expect(404)).text).toBe(text);
  });
});

// @proves E-30-9, E-30-18
describe('parameters of agents', () => {
  it('add nothing to a ticket or a list', async () => {
    const { number } = await hers({ tags: ['vip'] });
    await aTicket(acme, { email: BOB });
    const { body } = await ann.get(`/tickets/${number}`).expect(200);
    const include = 'comments,participants,channel,merged,tags,url,follow_up,matches';
    expect((await ann.get(`/tickets/${number}?include=${include}`).expect(200)).body).toEqual(body);
    const own = await numbersOf(ann);
    for (const query of [`?include=${include}`, `?customer_email=${BOB}`, '?tag=other', '?customer_id=x'])
      expect([query, await numbersOf(ann, query)]).toEqual([query, own]);
  });

  it('are words in a search, also after a minus and in other letters', async () => {
    const { number } = await hers({ tags: ['vip'] });
    for (const q of ['tag:vip', 'TAG:vip', 'assignee_email:eve', 'external_id:*', 'is:open', '(status:new'])
      expect([q, await numbersOf(ann, `?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
    expect(await numbersOf(ann, `?q=${encodeURIComponent('hers -tag:vip')}`)).toContain(number);
  });
});

/** A participant leaves when its customer has another address: the API of agents adds participants only. */
const leaves = async ({ customer }: TestSession) => {
  const body = { customer: { emails: [`gone-${customer.id}@customer.example`] } };
  await acme.client.patch(`/customers/${customer.id}`, body).expect(200);
};

// @proves E-30-9, E-30-16
it('a former participant no longer sees the ticket, its replies, its files and its events', async () => {
  const leaving = await aSession(acme, { email: 'leaving@customer.example' });
  const { page } = leaving;
  const { id, number, file } = await hers({ cc: ['Leaving@customer.example'] });
  await aComment(acme, number, { content: '<p>Hello</p>' });
  const paths = [`/tickets/${number}`, `/tickets/${number}/comments`, `/attachments/${file}`];
  for (const path of paths) await page.get(path).expect(200);
  expect([await numbersOf(page), await heardOf(page, id)]).toEqual([[number], 2]);
  await leaves(leaving);
  for (const path of paths) await page.get(path).expect(404);
  await page.post(`/tickets/${number}/comments`, { content: 'Still here' }).expect(404);
  expect([await numbersOf(page), await heardOf(page, id)]).toEqual([[], 0]);
  expect([(await numbersOf(ann)).includes(number), await heardOf(ann, id)]).toEqual([true, 2]);
});

// @proves E-30-20
it('a merged ticket is unknown when its target may not be seen any more, in lists, files and events, too', async () => {
  const leaving = await aSession(acme, { email: 'merged@customer.example' });
  const { page } = leaving;
  const attachments = [await signedId()];
  const sent = { email: 'merged@customer.example', subject: 'Mine', description: '', attachments };
  const source = (await acme.client.post('/tickets', sent).expect(201)).body.ticket as {
    id: string;
    number: number;
  };
  const file = idOf((await page.get(`/tickets/${source.number}`).expect(200)).body.ticket as object);
  const target = await aTicket(acme, { email: BOB });
  await merging(acme, source.number, target.number).expect(200);
  await page.get(`/tickets/${source.number}`).expect(200);
  const { body } = await page.post(`/tickets/${source.number}/comments`, { content: 'x' }).expect(409);
  expect(body.code).toBe('ticket_merged');
  await leaves(leaving);
  const unknown = await page.get('/tickets/2000000').expect(404);
  for (const { number } of [source, target]) {
    const { text } = await page.get(`/tickets/${number}`).expect(404);
    expect(text).toBe(unknown.text);
    await page.post(`/tickets/${number}/comments`, { content: 'x' }).expect(404);
  }
  expect(await numbersOf(page)).toEqual([]);
  await page.get(`/attachments/${file}`).expect(404);
  expect(await heardOf(page, source.id)).toBe(0);
});

// @proves E-30-15, E-30-19
it('a picture of a note or a draft is not served to a customer who names it in a reply or guesses its address', async () => {
  const { number } = await hers();
  const note = await aComment(acme, number, { comment_type: 'note', attachments: [await signedId()] });
  const draft = { author_email: EVE.email, content: '<p>x</p>', attachments: [await signedId()] };
  const { body } = await acme.client.put(`/tickets/${number}/drafts/reply`, draft).expect(200);
  const unknown = await ann.get(`/attachments/${UNKNOWN_ID}`).expect(404);
  for (const id of [idOf(note), idOf(body.draft as { attachments: unknown })]) {
    expect(id).not.toBe('');
    const content = `<p>Look</p><img src="cid:${id}"><img src="/api/external/v2/attachments/${id}">`;
    const { body: made } = await ann.post(`/tickets/${number}/comments`, { content }).expect(201);
    expect(made.comment.attachments).toEqual([]);
    expect((await ann.get(`/attachments/${id}`).expect(404)).text).toBe(unknown.text);
  }
});

// @proves E-30-16
it('a position of the feed is valid for every session, and each gets events of its own tickets after it', async () => {
  const desk = await aWorkspace(app, TWO_AGENTS);
  const [first, second] = [await aSession(desk, { email: ANN }), await aSession(desk, { email: BOB })];
  await first.page.post('/tickets', { subject: 'One', description: 'x' }).expect(201);
  const { body } = await first.page.get('/events').expect(200);
  const after = Number(body.next_after);
  const words = { subject: 'Two', description: 'x' };
  const { id } = (await second.page.post('/tickets', words).expect(201)).body.ticket as { id: string };
  const heard = async ({ page }: TestSession, from: number) =>
    ((await page.get(`/events?after=${from}`).expect(200)).body.events as { data: { ticket: { id: string } } }[]).map(
      ({ data }) => data.ticket.id,
    ); // prettier-ignore
  expect(await heard(second, 0)).toEqual([id]);
  expect([await heard(first, after), await heard(second, after)]).toEqual([[], [id]]);
});

// @proves E-30-23
it('a long reply that is sent again with its key is read again, so that no session fills the quota of the workspace', async () => {
  const { number } = await hers();
  const send = () =>
    ann
      .post(`/tickets/${number}/comments`, { content: `<p>${'long '.repeat(2_000)}</p>` })
      .set('Idempotency-Key', `long-${number}`);
  const first = await send().expect(201);
  const again = await send().expect(201);
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'refreshed']);
  const { body } = await ann.get(`/tickets/${number}/comments`).expect(200);
  expect(body.pagination.total_records).toBe(1);
});
