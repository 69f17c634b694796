import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
const open: EventListener[] = [];
const AGENT = TWO_AGENTS.team_members[0]?.email ?? '';
let acme: TestWorkspace;
let session: TestSession;

beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  session = await aSession(acme, { origins: ['https://shop.example'] });
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

const listen = async (
  query = '',
  headers: Record<string, string> = {},
  { token }: Pick<TestSession, 'token'> = session,
): Promise<EventListener> => {
  const listener = await EventListener.open({
    ...{ url: app.url, subdomain: acme.subdomain, path: `/api/customer/v1/events/stream${query}` },
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  open.push(listener);
  return listener;
};
const eventsOf = async ({ page }: TestSession, query = '') =>
  ((await page.get(`/events${query}`).expect(200)).body as { events: { position: number }[] }).events;

describe('the stream of a customer', () => {
  // @proves E-33-14
  it('sends what the events of the session show, and neither notes nor tickets of others', async () => {
    const other = await aSession(acme, { email: 'other@customer.example' });
    await session.page.get('/events/stream').expect(200);
    const [mine, theirs] = [await listen(), await listen('', {}, other)];
    const { number } = await aTicket(acme);
    await aTicket(acme, { email: 'other@customer.example' });
    await aComment(acme, number, { author_email: AGENT, comment_type: 'note', content: 'Secret' });
    await aComment(acme, number, { author_email: AGENT, content: 'Words' });
    await mine.hears(2);
    await theirs.hears(1);
    await until(async () => mine.events.length === (await eventsOf(session)).length);
    expect(mine.shown).toEqual(await eventsOf(session));
    expect(theirs.shown).toEqual(await eventsOf(other));
    expect(mine.text).not.toContain('Secret');
    expect(mine.events.map(({ id }) => id)).toEqual(
      (await eventsOf(session)).map(({ position }) => position),
    );
  });

  it('continues after `Last-Event-ID`, and refuses a position that was never given', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number, { author_email: AGENT, content: 'Words' });
    const events = await eventsOf(session);
    const listener = await listen('?after=0', { 'Last-Event-ID': String(events[0]?.position) });
    await listener.hears(events.length - 1);
    expect(listener.shown).toEqual(events.slice(1));
    const refused = await listen('', { 'Last-Event-ID': '99999999' });
    expect([refused.status, refused.refusal]).toMatchObject([
      422,
      { code: 'invalid_request', field_errors: [{ field: 'Last-Event-ID' }] },
    ]);
  });

  it('is open to pages of the session alone', async () => {
    const listener = await listen('', { Origin: 'https://shop.example' });
    expect(listener.headers['access-control-allow-origin']).toBe('https://shop.example');
    const elsewhere = await listen('', { Origin: 'https://evil.example' });
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await listen('', { Authorization: `Bearer ${acme.key}` })).status).toBe(401);
  });

  // @proves E-33-10
  it('may be one of ten of its session, and the eleventh is refused until one of them ends', async () => {
    const streams = [];
    for (let count = 0; count < 10; count++) streams.push(await listen());
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await listen();
    expect([refused.status, refused.refusal]).toMatchObject([429, { code: 'too_many_streams' }]);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await listen('', {}, await aSession(acme))).status).toBe(200);
    streams[0]?.close();
    await until(async () => (await listen()).status === 200);
  });

  // @proves E-33-9
  it('ends within a second when its session ends, and a new one is refused', async () => {
    const [listener, other] = [await listen(), await listen('', {}, await aSession(acme))];
    await acme.client.delete(`/customer-sessions/${session.id}`).expect(204);
    const ended = performance.now();
    await until(() => listener.isOver, 5);
    expect(performance.now() - ended).toBeLessThan(1_500);
    expect(other.isOver).toBe(false);
    expect((await listen()).status).toBe(401);
  });
});
