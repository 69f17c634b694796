// What customers see. The routes come from the registered operations, so that a new one is looked at, too.
import supertest from 'supertest';
import { PNG } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { apiRoutesOf, portalRoutesOf, type Route } from '../../support/routes.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { size } from '../../support/sizes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const CUSTOMERS = size({ here: 6, long: 50 });
const TICKETS = size({ here: 24, long: 1_000 });
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

/** This word is in everything that no customer may see. */
const MARK = 'Marked';

/** An id in an answer. */
const HIDDEN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** At full size there are 300,000 answers. */
const PATIENCE_MS = size({ here: 120_000, long: 3_600_000 });

interface Marked {
  readonly id: string;
  readonly number: number;
  /** The place of its customer in `sessions`. */
  readonly owner: number;
  readonly file: string;
}

const app = useDesk();
let acme: TestWorkspace;
const sessions: TestSession[] = [];
const tickets: Marked[] = [];
/** The ids of notes and their files. */
const hidden = new Set<string>();

const NAMELESS = {
  email: `${MARK}-agent@team.example`.toLowerCase(),
  first_name: '',
  last_name: '',
  role: 'agent',
};

beforeAll(async () => {
  acme = await aWorkspace(app, {
    team_members: [...TWO_AGENTS.team_members, NAMELESS],
    groups: [{ name: `${MARK} group` }],
    categories: [{ name: `${MARK} category` }],
    fields: [
      { name: `${MARK} field`, kind: 'text' },
      { name: 'Shown', kind: 'text' },
    ],
    forms: [{ title: 'Contact', slug: 'contact', fields: ['Shown'] }],
  });
  for (let one = 0; one < CUSTOMERS; one++)
    sessions.push(await aSession(acme, { email: `c${one}@customer.example`, name: `Customer ${one}` }));
  for (let index = 0; index < TICKETS; index++) tickets.push(await aMarkedTicket(index % CUSTOMERS, index));
}, PATIENCE_MS);

/** A ticket with marks wherever no customer may look, and words of its owner. */
async function aMarkedTicket(owner: number, index: number): Promise<Marked> {
  const made = await acme.client
    .post('/tickets', {
      ...{ email: `c${owner}@customer.example`, subject: `Words of ${owner}`, description: '<p>plain</p>' },
      ...{ tags: [`${MARK}-tag`], group: `${MARK} group`, category: `${MARK} category`, priority: 'urgent' },
      ...{
        assignee_email: NAMELESS.email,
        channel: MARK.toLowerCase(),
        cc: [`${MARK.toLowerCase()}-cc@other.example`],
      },
      ...{ external_id: `${MARK}-${index}`, source: `${MARK}-source` },
      ticket_fields: { [`${MARK} field`]: MARK, Shown: `Shown to ${owner}` },
    })
    .expect(201);
  const { id, number } = made.body.ticket as { id: string; number: number };
  await aComment(acme, number, { author_email: NAMELESS.email, content: '<p>A reply</p>' });
  const { body } = await acme.client
    .request('post', '/attachments')
    .attach('file', PNG, { filename: `${MARK}.png` });
  const note = await aComment(acme, number, {
    ...{ content: `<p>${MARK} note</p>`, comment_type: 'note', attachments: [body.signed_id] },
  });
  const draft = { author_email: 'eve@team.example', content: `<p>${MARK} draft</p>` };
  await acme.client.put(`/tickets/${number}/drafts/reply`, draft).expect(200);
  const file = (note.attachments as { id: string }[])[0]?.id ?? '';
  hidden.add(note.id).add(file);
  return { id, number, owner, file };
}

/** Listens to what has happened to the tickets of a customer from the start on. */
const streamOf = (index: number) =>
  EventListener.open({
    ...{ url: app.url, subdomain: acme.subdomain, path: '/api/customer/v1/events/stream?after=0' },
    headers: { Authorization: `Bearer ${sessions[index]?.token ?? ''}` },
  });

/** Asks a route of customers with a token, for a ticket and a file. */
async function ask({ method, path }: Route, token: string | null, ticket: string, file: string) {
  const full = path.replace(':ticket_id', ticket).replace(':attachment_id', file);
  const request = supertest(app.url)[method](full).set('Host', `${acme.subdomain}.${BASE_DOMAIN}`);
  if (token !== null) request.set('Authorization', `Bearer ${token}`);
  const sent = full.endsWith('/comments')
    ? { content: '<p>Words</p>' }
    : { subject: 'Raised', description: '<p>x</p>' };
  const answer =
    method === 'post' && !full.endsWith('/close') && !full.endsWith('/attachments')
      ? await request.send(sent)
      : await request;
  // A file has no text.
  const body = String((answer as { readonly text?: string }).text);
  return { status: answer.status, body, text: body + JSON.stringify(answer.headers) };
}

// @proves E-30-18, E-30-20
describe('the operations of customers', () => {
  it(
    'show a customer no marked word, no ticket of others, and others as unknown',
    async () => {
      // A stream lasts; below somebody listens to it.
      const routes = (await portalRoutesOf(app)).filter(({ path }) => !path.endsWith('/stream'));
      expect(routes.length).toBeGreaterThan(8);
      const unknown = new Map<string, string>();
      for (const route of routes) {
        const { body } = await ask(route, sessions[0]?.token ?? '', UNKNOWN_ID, UNKNOWN_ID);
        unknown.set(`${route.method} ${route.path}`, body);
      }
      const tryOne = async (index: number, route: Route, { id, number, owner, file }: Marked) => {
        const token = sessions[index]?.token ?? '';
        const { status, body, text } = await ask(route, token, index % 2 ? id : String(number), file);
        for (const found of text.matchAll(HIDDEN))
          expect([route, hidden.has(found[0])]).toEqual([route, false]);
        expect([route, text.toLowerCase().includes(MARK.toLowerCase())]).toEqual([route, false]);
        if (owner === index || !route.path.includes(':')) return;
        expect([route, status]).toEqual([route, 404]);
        expect(body).toBe(unknown.get(`${route.method} ${route.path}`));
      };
      // All customers try at the same time, each on every ticket.
      await Promise.all(
        sessions.map(async (_session, index) => {
          for (const [place, ticket] of tickets.entries()) {
            for (const route of routes) {
              if (ticket.owner === index && route.method === 'post') continue;
              // A route without a ticket has the same answer for each of them.
              if (place > 0 && !route.path.includes(':')) continue;
              await tryOne(index, route, ticket);
            }
          }
        }),
      );
    },
    PATIENCE_MS,
  );

  it('show each customer its own tickets and words', async () => {
    for (const [index, { page }] of sessions.entries()) {
      const { body } = await page.get('/tickets?page_size=100').expect(200);
      const own = (body.tickets as { subject: string }[]).filter(({ subject }) => subject !== 'Raised');
      expect(own.length).toBe(tickets.filter(({ owner }) => owner === index).length);
      expect(new Set(own.map(({ subject }) => subject))).toEqual(new Set([`Words of ${index}`]));
      const { body: heard } = await page.get('/events?limit=500').expect(200);
      const numbers = new Set(
        (heard.events as { data: { ticket: { id: string } } }[]).map(({ data }) => data.ticket.id),
      );
      for (const { id, owner } of tickets)
        expect([owner === index, id, numbers.has(id)]).toEqual([owner === index, id, owner === index]);
      const listener = await streamOf(index);
      await listener.hears((heard.events as object[]).length);
      listener.close();
      expect(listener.shown).toEqual(heard.events);
      expect(listener.text.toLowerCase()).not.toContain(MARK.toLowerCase());
    }
  });
});

// @proves E-30-7, E-30-8
describe('kinds of keys', () => {
  const refused = (request: supertest.Test) => request.set('Host', `${acme.subdomain}.${BASE_DOMAIN}`);
  const at = ({ method, path }: Route) => supertest(app.url)[method](path.replace(/:\w+/g, UNKNOWN_ID));

  it('are not taken for each other, on any route', async () => {
    const token = sessions[0]?.token ?? '';
    const ofKeys = (await apiRoutesOf(app)).filter(({ path }) => !path.includes('/attachment_uploads/:'));
    const routes = [...ofKeys, ...(await portalRoutesOf(app))];
    const mcp: Route = { method: 'post', path: '/mcp' };
    const nobody = await refused(supertest(app.url).get('/api/external/v2/tickets'));
    for (const route of [...routes, mcp]) {
      const isOfCustomers = route.path.startsWith('/api/customer/');
      const secret = isOfCustomers ? acme.key : token;
      const answer = await refused(at(route)).set('Authorization', `Bearer ${secret}`);
      expect([route, answer.status, answer.text]).toEqual([route, 401, nobody.text]);
    }
  });

  it('take a token after Bearer only', async () => {
    const token = sessions[0]?.token ?? '';
    const nobody = await refused(supertest(app.url).get('/api/customer/v1/tickets'));
    const sent = [
      refused(supertest(app.url).get(`/api/customer/v1/tickets?token=${token}&access_token=${token}`)),
      refused(supertest(app.url).get('/api/customer/v1/tickets')).set('Cookie', `token=${token}`),
      refused(supertest(app.url).get('/api/customer/v1/tickets')).set('X-Api-Key', token),
      refused(supertest(app.url).get('/api/customer/v1/tickets')).set('Session-Token', token),
      refused(supertest(app.url).get('/api/customer/v1/tickets'))
        .set('Authorization', `Bearer ${token}`)
        .set('X-Api-Key', token),
      refused(supertest(app.url).get('/api/customer/v1/tickets')).set('Authorization', `Basic ${token}`),
      refused(supertest(app.url).get('/api/customer/v1/tickets')).set('Authorization', `Bearer ${token}x`),
    ];
    for (const answer of await Promise.all(sent))
      expect([answer.status, answer.text]).toEqual([401, nobody.text]);
    await sessions[0]?.page.get('/tickets').expect(200);
  });
});
