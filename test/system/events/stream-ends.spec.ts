import { createApiKey, hashApiKey } from '../../../src/auth/api-key.js';
import { aKey, aTicket, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { EventListener } from '../../support/listening/event-listener.js';
import { freePort } from '../../support/servers/free-port.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** Two processes of one installation. Streams are open at `there`, and what ends them happens at `here`. */
let database: Awaited<ReturnType<typeof freshDatabase>>;
let here: TestApp;
let there: TestApp;
let acme: TestWorkspace;
const open: EventListener[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  here = await startTestApp({ database, adminKeys: ADMIN_KEYS });
  there = await startTestApp({ database });
});
beforeEach(async () => {
  acme = await aWorkspace(here);
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(async () => {
  await there.stop();
  await here.stop();
  await database.drop();
});

async function listen(
  { key, subdomain }: Pick<TestWorkspace, 'key' | 'subdomain'> = acme,
  url = there.url,
  query = '',
): Promise<EventListener> {
  const path = `/api/external/v2/events/stream${query}`;
  const listener = await EventListener.open({ url, subdomain, path, headers: { 'X-Api-Key': key } });
  open.push(listener);
  return listener;
}

/** How long it takes until a stream has ended, in milliseconds. */
async function endOf(listener: EventListener): Promise<number> {
  const begun = performance.now();
  await until(
    () => listener.isOver,
    10,
    () => listener.text,
  );
  return performance.now() - begun;
}

// @proves E-33-9
describe('a stream ends within a second, and tells where to go on', () => {
  it('when its key is revoked in another process; streams of other keys go on', async () => {
    const key = await aKey(acme, 'short-lived');
    const [listener, other] = [await listen({ ...acme, key }), await listen()];
    await aTicket(acme);
    await listener.hears(1);
    await revokeKey(acme, 'short-lived');
    expect(await endOf(listener)).toBeLessThan(1_000);
    expect(listener.text).toMatch(/retry: 1000\nid: \d+\n\n$/);
    expect(other.isOver).toBe(false);
    expect((await listen({ ...acme, key })).status).toBe(401);
  });

  it('when its key loses the scope in another process', async () => {
    const key = createApiKey();
    const key_sha256 = hashApiKey(key).toString('hex');
    const admin = new AdminClient(here);
    const put = (scopes: string[]) => admin.put(`/${acme.subdomain}/keys/listener`, { key_sha256, scopes });
    await put(['events:read']).expect(201);
    const listener = await listen({ ...acme, key });
    await put(['tickets:read']).expect(200);
    expect(await endOf(listener)).toBeLessThan(1_000);
    expect((await listen({ ...acme, key })).status).toBe(403);
  });

  it('when its key has come to its end', async () => {
    const expiresAt = new Date(Date.now() + 2_000);
    const key = await aKey(acme, 'ending', { expiresAt: expiresAt.toISOString() });
    const listener = await listen({ ...acme, key });
    await endOf(listener);
    expect(Date.now() - expiresAt.getTime()).toBeGreaterThan(-50);
    expect(Date.now() - expiresAt.getTime()).toBeLessThan(1_500);
  });

  it('when its workspace is suspended in another process, and begins again when that is resumed', async () => {
    const listener = await listen();
    await here.operator.suspend(acme.scope.workspaceId, true);
    expect(await endOf(listener)).toBeLessThan(1_000);
    await until(async () => (await listen()).status === 403);
    await here.operator.suspend(acme.scope.workspaceId, false);
    await until(async () => (await listen()).status === 200);
  });

  it('when its workspace is deleted in another process', async () => {
    const listener = await listen();
    const admin = new AdminClient(here);
    await admin.delete(`/${acme.subdomain}?confirm=${acme.subdomain}`).expect(202);
    expect(await endOf(listener)).toBeLessThan(1_500);
  });

  it('when its process ends by SIGTERM, which then ends as fast as without streams', async () => {
    const port = await freePort();
    const service = RunningProcess.start('main.js', [], {
      ...{ PORT: String(port), BASE_DOMAIN, DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'warn' },
    });
    await service.printed(/ready at/);
    const url = `http://127.0.0.1:${port}`;
    const streams = [];
    for (let count = 0; count < 5; count++) streams.push(await listen(acme, url));
    service.signal('SIGTERM');
    const begun = performance.now();
    for (const listener of streams) await until(() => listener.isOver, 10);
    expect(performance.now() - begun).toBeLessThan(1_000);
    for (const { text } of streams) expect(text).toMatch(/retry: 1000\nid: \d+\n\n$/);
    expect(await service.ended).toMatchObject({ status: 0, stderr: '' });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

// @proves E-33-13
it('A stream is one line of the log, with the time until its first byte, and holds no request back.', async () => {
  const app = await startTestApp({ database, requestsInFlight: 1 });
  const desk = await aWorkspace(app);
  const listener = await listen(desk, app.url);
  await desk.client.get('/tickets').expect(200);
  listener.close();
  const lines = async () =>
    (await app.operator.requestLog())
      .map((line) => JSON.parse(line) as Record<string, number | string>)
      .filter(({ route }) => String(route).endsWith('/events/stream'));
  await until(async () => (await lines()).length === 1);
  const [line] = await lines();
  expect(line).toMatchObject({ status: 200, lastedMs: expect.any(Number) });
  expect(line?.['ms']).toBeLessThan(4_000);
  await app.stop();
});

// @proves E-33-11
it('A stream whose client takes nothing is cut off, and others of the workspace hear everything meanwhile.', async () => {
  const [slow, fast] = [await listen(), await listen()];
  slow.stopReading();
  const words = { subject: 'x'.repeat(200), description: `<p>${'words '.repeat(2_500)}</p>` };
  let written = 0;
  await until(async () => {
    await Promise.all(Array.from({ length: 20 }, () => aTicket(acme, words)));
    written += 20;
    return (await there.operator.openStreams()) === 1;
  }, 90);
  await fast.hears(written);
  expect(fast.events.length).toBeGreaterThanOrEqual(written);
}, 120_000);
