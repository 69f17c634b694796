import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { eventsOf, makeEventsOld } from '../../support/data/events.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
const open: EventListener[] = [];
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

const listen = async (
  query = '',
  headers: Record<string, string> = {},
  workspace: TestWorkspace = acme,
): Promise<EventListener> => {
  const { subdomain, key } = workspace;
  const path = `/api/external/v2/events/stream${query}`;
  const all = { 'X-Api-Key': key, ...headers };
  const listener = await EventListener.open({ url: workspace.app.url, subdomain, path, headers: all });
  open.push(listener);
  return listener;
};
const newest = async () => (await eventsOf(acme, '?limit=500')).next_after;

describe('a stream of events', () => {
  // @proves E-33-5
  it('sends each event once as the feed shows it, with its position and its type', async () => {
    const listener = await listen();
    expect(listener.status).toBe(200);
    const before = await newest();
    expect(listener.lastId).toBe(String(before));
    const { number } = await aTicket(acme, { subject: 'Line\nbreaks \u2028 and "quotes"' });
    await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    const { events } = await eventsOf(acme, `?after=${before}`);
    await listener.hears(events.length);
    expect(listener.shown).toEqual(events);
    expect(listener.events.map(({ id }) => id)).toEqual(events.map(({ position }) => position));
    expect(listener.events.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
  });

  it('is never cached, changed or buffered by proxies and browsers', async () => {
    const listener = await listen('', { 'Accept-Encoding': 'gzip' });
    expect(listener.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(listener.headers).not.toHaveProperty('content-encoding');
    expect(listener.text).toBe(`retry: 1000\nid: ${await newest()}\n\n`);
  });

  // @proves E-33-6
  it('begins after the position in `after`, or after `Last-Event-ID`, whatever `after` says', async () => {
    for (let tickets = 0; tickets < 3; tickets++) await aTicket(acme);
    const { events } = await eventsOf(acme, '?limit=500');
    const all = await listen('?after=0');
    await all.hears(events.length);
    expect(all.shown).toEqual(events);
    const [, , third] = events;
    const some = await listen('?after=0', { 'Last-Event-ID': String(third?.position) });
    await some.hears(events.length - 3);
    expect(some.shown).toEqual(events.slice(3));
    const unnamed = await listen('?after=0', { 'Last-Event-ID': '' });
    await unnamed.hears(events.length);
    expect(unnamed.shown).toEqual(events);
  });

  // @proves E-33-5
  it('has the types that were asked for, and events of notes only for those who ask', async () => {
    const { number } = await aTicket(acme);
    const [updates, replies, notes] = [
      await listen('?types=ticket.updated'),
      await listen('?types=comment.created,ticket.created'),
      await listen('?types=comment.created,ticket.created&include_notes=true'),
    ];
    const note = { author_email: 'someone@customer.example', content: '<p>x</p>' };
    await acme.client.post(`/tickets/${number}/comments`, note).expect(201);
    await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    await aTicket(acme);
    for (const listener of [updates, replies, notes]) await listener.hears(1);
    await until(() => replies.events.at(-1)?.type === 'ticket.created');
    const expected = (query: string) => eventsOf(acme, `${query}&after=${newestBefore}`);
    const newestBefore = Number(updates.text.match(/id: (\d+)/)?.[1]);
    expect(replies.shown).toEqual((await expected('?types=comment.created,ticket.created')).events);
    await until(async () => {
      const { events } = await expected('?types=comment.created,ticket.created&include_notes=true');
      return notes.events.length === events.length;
    });
    expect(new Set(updates.events.map(({ type }) => type))).toEqual(new Set(['ticket.updated']));
  });

  // @proves E-33-3
  it('names the members whom a note mentions by their ids, to readers with notes', async () => {
    acme = await aWorkspace(app, TWO_AGENTS);
    const [notes, replies] = [await listen('?types=comment.created&include_notes=true'), await listen()];
    const { number } = await aTicket(acme);
    const said = { comment_type: 'note', mentions: [{ email: EVE.email }] };
    const { author, ...note } = await aComment(acme, number, said);
    await aComment(acme, number);
    await notes.hears(2);
    const comment = {
      ...{ id: note.id, comment_type: 'note', author_type: 'agent', author },
      mentions: [{ id: author.id }],
    };
    expect((notes.shown[0] as { data: { comment: object } }).data.comment).toEqual(comment);
    await until(() => replies.events.some(({ type }) => type === 'comment.created'));
    expect(replies.text).not.toContain('"mentions"');
  });

  it('sends events of writes that another process has made', async () => {
    const other = await startTestApp({});
    const listener = await listen();
    const { body } = await acme.client.at(other).post('/tickets', TICKET).expect(201);
    await listener.hears(1);
    expect(listener.shown).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({ ticket: { id: body.ticket.id, number: 1 } }),
      }),
    );
    await other.stop();
  });

  it('tells nobody of another workspace', async () => {
    const other = await aWorkspace(app);
    const [ours, theirs] = [await listen(), await listen('', {}, other)];
    await aTicket(acme);
    await ours.hears(1);
    await aTicket(other);
    await theirs.hears(1);
    const { events } = await eventsOf(other, `?limit=500`);
    expect(events).toEqual(expect.arrayContaining(theirs.shown));
    expect(theirs.shown).not.toEqual(expect.arrayContaining(ours.shown.slice(0, 1)));
  });

  it('is not sent in chunks to a client of HTTP/1.0, and ends with its connection', async () => {
    const connection = await RawConnection.to(app.url);
    connection.send(
      requestHead(
        'GET /api/external/v2/events/stream?after=0 HTTP/1.0',
        acme.subdomain,
        `X-Api-Key: ${acme.key}`,
      ),
    );
    await aTicket(acme);
    await until(() => connection.text.includes('event: ticket.created\n'));
    expect(connection.text.toLowerCase()).not.toContain('transfer-encoding');
    connection.close();
  });

  it('answers HEAD with its headers alone', async () => {
    const connection = await RawConnection.to(app.url);
    const head = requestHead(
      'HEAD /api/external/v2/events/stream HTTP/1.1',
      acme.subdomain,
      `X-Api-Key: ${acme.key}`,
    );
    connection.send(head);
    await until(() => connection.text.endsWith('\r\n\r\n'));
    expect(connection.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(connection.text).toContain('Content-Type: text/event-stream');
    connection.send(head);
    await until(() => connection.text.split('HTTP/1.1 200 OK').length === 3);
    connection.close();
  });
});

const TICKET = { email: 'john@customer.example', subject: 'S', description: '' };

describe('a stream of events is refused', () => {
  // @proves E-33-7
  it.each([
    ['?after=-1', {}, 'after', 'must be a position: a whole number from 0'],
    ['?after=99999999', {}, 'after', expect.stringContaining('must not be larger than the newest position')],
    ['', { 'Last-Event-ID': 'x' }, 'Last-Event-ID', 'must be a position: a whole number from 0'],
    ['', { 'Last-Event-ID': '1e3' }, 'Last-Event-ID', 'must be a position: a whole number from 0'],
    ['', { 'Last-Event-ID': '9'.repeat(17) }, 'Last-Event-ID', expect.stringContaining('a position')],
    ['', { 'Last-Event-ID': '99999999' }, 'Last-Event-ID', expect.stringContaining('newest position')],
    ['?types=ticket.exploded', {}, 'types', expect.stringContaining('must be one or several of')],
    ['?include_notes=perhaps', {}, 'include_notes', expect.stringContaining('true')],
  ])('with 422 for %s %j', async (query, headers, field, message) => {
    const { status, refusal } = await listen(query, headers);
    expect(status).toBe(422);
    expect(refusal).toMatchObject({ code: 'invalid_request', field_errors: [{ field, message }] });
  });

  // @proves E-33-7
  it('with 410 when the events after its position are too old, and begins at the oldest one that is shown', async () => {
    const short = await startTestApp({ eventRetentionDays: 1 });
    for (let count = 0; count < 4; count++) await aTicket(acme);
    const last = await newest();
    await makeEventsOld(acme, 2, 2);
    const at = { ...acme, app: short };
    const refused = await listen('?after=1', {}, at);
    expect([refused.status, refused.refusal]).toMatchObject([410, { code: 'cursor_expired' }]);
    const { status, refusal } = await listen('', { 'Last-Event-ID': '1' }, at);
    expect([status, refusal]).toMatchObject([410, { code: 'cursor_expired' }]);
    const listener = await listen('?after=2', {}, at);
    await listener.hears(last - 2);
    await short.stop();
  });

  it('without a key, to another key, and to one without the scope', async () => {
    expect((await listen('', { 'X-Api-Key': '' })).status).toBe(401);
    const other = await aWorkspace(app);
    expect((await listen('', { 'X-Api-Key': other.key })).status).toBe(401);
    const narrow = await aKey(acme, 'narrow', { scopes: ['tickets:read'] });
    const refused = await listen('', { 'X-Api-Key': narrow });
    expect([refused.status, refused.refusal]).toMatchObject([403, { code: 'missing_scope' }]);
  });
});

describe('the places of streams', () => {
  // @proves E-33-10
  it('are 10 for a key: the eleventh is refused until one of them ends', async () => {
    const streams = [];
    for (let count = 0; count < 10; count++) streams.push(await listen());
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await listen();
    expect([refused.status, refused.refusal]).toMatchObject([429, { code: 'too_many_streams' }]);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await listen('', { 'X-Api-Key': await aKey(acme, 'other') })).status).toBe(200);
    streams[0]?.close();
    await until(async () => (await listen()).status === 200);
  });

  // @proves E-33-10, E-33-13
  it('are those of the process for all keys, and no places of requests', async () => {
    const small = await startTestApp({ eventStreams: 3, requestsInFlight: 1 });
    const desk = await aWorkspace(small);
    for (let count = 0; count < 3; count++) expect((await listen('', {}, desk)).status).toBe(200);
    const refused = await listen('', {}, desk);
    expect([refused.status, refused.refusal]).toMatchObject([503, { code: 'too_many_streams' }]);
    expect(refused.headers['retry-after']).toBe('5');
    await desk.client.get('/tickets').expect(200);
    await small.stop();
  });
});
