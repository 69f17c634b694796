import net, { type AddressInfo } from 'node:net';
import pg from 'pg';
import supertest, { type Test } from 'supertest';
import type { ServerResponse } from 'node:http';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { aWebhook } from '../support/data/webhooks.js';
import { namesIn, samplesOf, sumOf } from '../support/servers/exposition.js';
import { Receiver } from '../support/fakes/receiver.js';
import { RunningProcess } from '../support/servers/processes.js';
import { BASE_DOMAIN, TEST_SECRETS_KEY, useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

const DURATION = 'support_desk_http_request_duration_seconds_count';

/** It would send what waits for webhooks in its rounds, one a minute, and the service must count that. */
const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let desk: TestWorkspace;
let service: RunningProcess;
let address: string;
let metricsUrl: string;

const start = (env: Record<string, string>) =>
  RunningProcess.start('main.js', [], {
    PORT: '0',
    BASE_DOMAIN,
    LOG_LEVEL: 'silent',
    DATABASE_URL: app.database.serviceUrl,
    ...env,
  });

const get = (path: string, key = desk.key): Test =>
  supertest(address).get(path).set('Host', `${desk.subdomain}.${BASE_DOMAIN}`).set('X-Api-Key', key);

const metrics = async () => (await supertest(metricsUrl).get('/metrics')).text;

beforeAll(async () => {
  desk = await aWorkspace(app);
  await aTicket(desk);
  service = start({ METRICS_PORT: '0', DATABASE_POOL_SIZE: '3' });
  address = (await service.printed(/ready at (http:\S+)/))[1] ?? '';
  metricsUrl = (await service.printed(/Metrics: +(http:\S+)\/metrics\n/))[1] ?? '';
});
afterAll(async () => {
  await service.stop();
});

describe('metrics', () => {
  it('are text for Prometheus on a port of their own, and not on that of clients', async () => {
    const response = await supertest(metricsUrl).get('/metrics');
    expect([response.status, response.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await supertest(address).get('/metrics')).status).toBe(404);
    for (const path of ['/', '/api/external/v2/tickets', '/health/live'])
      expect((await supertest(metricsUrl).get(path)).status).toBe(404);
    expect((await supertest(metricsUrl).post('/metrics')).status).toBe(404);
  });

  it('count requests by template of the route, method and class of status, never by path', async () => {
    const labels = { method: 'GET', route: '/api/external/v2/tickets/:ticket_id', class: '2xx' };
    const before = sumOf(await metrics(), DURATION, labels);
    await get('/api/external/v2/tickets/1').expect(200);
    await get('/api/external/v2/tickets/1').expect(200);
    await get('/api/external/v2/tickets/4711').expect(404);
    await get('/nowhere/4711').expect(404);
    await get('/docs/4711').expect(404);
    const text = await metrics();
    expect(sumOf(text, DURATION, labels)).toBe(before + 2);
    expect(sumOf(text, DURATION, { ...labels, class: '4xx' })).toBe(1);
    expect(sumOf(text, DURATION, { route: 'unmatched', class: '4xx' })).toBeGreaterThanOrEqual(2);
    // A value may have these digits by chance.
    expect(text.match(/\{.*\}/g)?.join()).not.toContain('4711');
  });

  it('have buckets that add up, and a sum of seconds', async () => {
    await get('/api/external/v2/fields').expect(200);
    const text = await metrics();
    const labels = { method: 'GET', route: '/api/external/v2/fields', class: '2xx' };
    const buckets = samplesOf(text, DURATION.replace('_count', '_bucket'))
      .filter(({ labels: { route } }) => route === labels.route)
      .map(({ value }) => value);
    expect(buckets).toEqual([...buckets].sort((one, two) => one - two));
    expect(buckets.at(-1)).toBe(sumOf(text, DURATION, labels));
    const seconds = sumOf(text, DURATION.replace('_count', '_sum'), labels);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(10);
  });

  it('count refused keys', async () => {
    const before = sumOf(await metrics(), 'support_desk_authentication_failures_total');
    await get('/api/external/v2/tickets', 'wrong').expect(401);
    await get('/api/external/v2/tickets').expect(200);
    expect(sumOf(await metrics(), 'support_desk_authentication_failures_total')).toBe(before + 1);
  });

  it('count by workspace, and nothing for hosts without a workspace', async () => {
    const count = async () =>
      sumOf(await metrics(), 'support_desk_workspace_requests_total', { workspace: desk.scope.workspaceId });
    const before = await count();
    await get('/api/external/v2/tickets').expect(200);
    await get('/api/external/v2/tickets').set('Host', `nobody.${BASE_DOMAIN}`).expect(404);
    await supertest(address).get('/health/live').expect(200);
    expect(await count()).toBe(before + 1);
    const named = samplesOf(await metrics(), 'support_desk_workspace_requests_total').map(
      ({ labels: { workspace } }) => workspace,
    );
    expect(new Set(named)).toEqual(new Set([desk.scope.workspaceId, 'other']));
    expect(
      sumOf(await metrics(), 'support_desk_workspace_request_seconds_total', {
        workspace: desk.scope.workspaceId,
      }),
    ).toBeGreaterThan(0);
  });

  it('tell connections, event loop, memory and processor', async () => {
    await get('/api/external/v2/tickets').expect(200);
    const text = await metrics();
    const connections = (state: string) => sumOf(text, 'support_desk_database_connections', { state });
    expect(connections('total')).toBeGreaterThan(0);
    expect(connections('idle')).toBeLessThanOrEqual(connections('total'));
    expect(connections('waiting')).toBe(0);
    expect(sumOf(text, 'support_desk_database_connections_max')).toBe(3);
    expect(sumOf(text, 'support_desk_database_reachable')).toBe(1);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(sumOf(text, name)).toBeGreaterThan(0);
    expect(namesIn(text)).toContain('support_desk_rate_limited_requests_total');
  });

  it('tell how many events wait for a position, and for how long', async () => {
    const waiting = async () => {
      const text = await metrics();
      const names = ['support_desk_events_waiting', 'support_desk_events_oldest_waiting_seconds'];
      return names.map((name) => (samplesOf(text, name).length === 1 ? sumOf(text, name) : NaN));
    };
    await get('/api/external/v2/events').expect(200);
    const holder = new pg.Client({ connectionString: app.database.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM event_streams WHERE workspace_id = $1 FOR UPDATE', [
      desk.scope.workspaceId,
    ]);
    await supertest(address)
      .put('/api/external/v2/tickets/1')
      .set({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key })
      .send({ status: 'open' })
      .expect(200);
    const [count, seconds = 0] = await waiting();
    expect(count).toBe(1);
    expect(seconds).toBeGreaterThan(0);
    expect((await waiting())[1]).toBeGreaterThan(seconds);
    await holder.query('ROLLBACK');
    await holder.end();
    await until(async () => (await waiting())[0] === 0);
    expect(await waiting()).toEqual([0, 0]);
  });

  it('tell how much waits for endpoints of webhooks, since when, and how often each has failed', async () => {
    const sender = start({
      ...{ METRICS_PORT: '0', SECRETS_KEY: TEST_SECRETS_KEY },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    const [, url = ''] = await sender.printed(/ready at (http:\S+)/);
    const [, shownAt = ''] = await sender.printed(/Metrics: +(http:\S+)\/metrics\n/);
    const value = async (name: string, labels: Record<string, string> = {}) =>
      sumOf((await supertest(shownAt).get('/metrics')).text, `support_desk_webhook_${name}`, labels);
    const receiver = await Receiver.start();
    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    for (let made = 0; made < 6; made++) await aTicket(desk);
    await desk.client.get('/events').expect(200);
    const { id } = await aWebhook(desk, {
      url: receiver.url,
      types: ['ticket.created'],
      include_silent: true,
    });
    expect([await value('deliveries_pending'), await value('overdue_seconds')]).toEqual([0, 0]);
    await supertest(url)
      .post(`/api/external/v2/webhooks/${id}/replay`)
      .set({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key })
      .send({})
      .expect(202);
    // Four requests are under way; the others are due.
    await until(async () => (await value('deliveries_pending')) >= 6);
    expect(await value('oldest_pending_seconds')).toBeGreaterThan(0);
    expect(await value('overdue_seconds')).toBeGreaterThan(0);
    expect(await value('failures_total', { webhook: id })).toBe(0);
    await until(() => held.length === 4);
    for (const [at, response] of held.entries()) response.writeHead(at === 0 ? 204 : 500).end();
    await until(async () => (await value('failures_total', { webhook: id })) === 3);
    // It is written down beside the failures, and may be the last.
    await until(async () => (await value('deliveries_total')) === 1);
    await desk.client.delete(`/webhooks/${id}`).expect(204);
    expect((await sender.stop()).status).toBe(0);
    await receiver.stop();
  });

  it('are not shown when no port is named', async () => {
    const silent = start({});
    await silent.printed(/ready at/);
    expect(silent.stdout).not.toContain('Metrics');
    expect((await silent.stop()).status).toBe(0);
  });

  it('stop a start whose port for them is in use, in one sentence', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { status, stderr } = await start({ METRICS_PORT: port }).ended;
    taken.close();
    expect([status, stderr]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is already in use: set METRICS_PORT to another one.\n`,
    ]);
  });
});
