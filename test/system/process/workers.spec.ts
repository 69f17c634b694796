import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import supertest from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { countersIn, samplesOf, sumOf } from '../../support/servers/exposition.js';
import { freePort } from '../../support/servers/free-port.js';
import { SteadyLoad } from '../../support/servers/steady-load.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { BASE_DOMAIN, TEST_SECRETS_KEY, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const TICKET = '/api/external/v2/tickets/1';

/** It would send what waits for webhooks in its rounds, one a minute, and a worker must count that. */
const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let desk: TestWorkspace;

interface Fleet {
  readonly service: RunningProcess;
  readonly url: string;
  readonly metrics: () => Promise<string>;
  /** Ids of the processes that serve now. */
  readonly workers: () => Promise<number[]>;
}

const start = (env: Record<string, string> = {}) =>
  RunningProcess.start('main.js', [], {
    PORT: '0',
    WORKERS: '2',
    BASE_DOMAIN,
    DATABASE_URL: app.database.serviceUrl,
    ...env,
  });

async function aFleet(env: Record<string, string> = {}): Promise<Fleet> {
  const service = start({ METRICS_PORT: '0', ...env });
  const [, port = ''] = await service.printed(/ready at http:\/\/localhost:(\d+)/);
  const [, metricsUrl = ''] = await service.printed(/Metrics: +(http:\S+)\/metrics/);
  const children = `/proc/${service.pid}/task/${service.pid}/children`;
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    metrics: async () => (await supertest(metricsUrl).get('/metrics')).text,
    workers: async () => (await readFile(children, 'utf8')).trim().split(' ').map(Number),
  };
}

const headers = () => ({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key });
const getTicket = (url: string) => supertest(url).get(TICKET).set(headers());

/** Whether the database takes new connections; open ones stay. */
async function letIn(isAllowed: boolean): Promise<void> {
  const url = new URL(app.database.adminUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  await asAdmin(
    { ...app.database, adminUrl: url.href },
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAllowed}`,
  );
}

beforeAll(async () => {
  desk = await aWorkspace(app);
  await aTicket(desk);
});

describe('a worker that is told to end', () => {
  let receiver: Receiver;
  let fleet: Fleet;
  beforeAll(async () => {
    receiver = await Receiver.start();
    fleet = await aFleet({
      SECRETS_KEY: TEST_SECRETS_KEY,
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
  });
  afterAll(async () => {
    await fleet.service.stop();
    await receiver.stop();
  });

  it('hands over also what its jobs do after its last request', async () => {
    const { service, url, metrics, workers } = fleet;
    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    const post = (path: string, body: object) =>
      supertest(url).post(`/api/external/v2${path}`).set(headers()).send(body).expect(201);
    await post('/webhooks', { url: receiver.url, types: ['ticket.created'] });
    await post('/tickets', { email: 'ann@customer.example', subject: 'Help', description: '' });
    await until(() => held.length === 1);
    for (const pid of await workers()) process.kill(pid, 'SIGTERM');
    // The one that sends nothing has ended. The other one has no request left, either, and waits some seconds for its job.
    await until(() => service.stdout.includes('a worker ended with status 0'));
    receiver.answer = (response) => response.end();
    held[0]?.end();
    await until(async () => sumOf(await metrics(), 'support_desk_webhook_deliveries_total') === 1);
  });
});

describe('two workers', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await aFleet();
  });
  afterAll(() => fleet.service.stop());

  it('share the port and are counted as one', async () => {
    const { url, metrics, workers } = fleet;
    expect(await workers()).toHaveLength(2);
    // A connection each, so that both get some.
    for (let count = 0; count < 20; count++) await getTicket(url).set('Connection', 'close').expect(200);
    const text = await metrics();
    const labels = { route: '/api/external/v2/tickets/:ticket_id', class: '2xx' };
    expect(sumOf(text, 'support_desk_http_request_duration_seconds_count', labels)).toBe(20);
    const workspace = { workspace: desk.scope.workspaceId };
    expect(sumOf(text, 'support_desk_workspace_requests_total', workspace)).toBe(20);
    expect(sumOf(text, 'support_desk_database_connections_max')).toBe(20);
    expect(samplesOf(text, 'support_desk_database_reachable')).toHaveLength(1);
    expect(sumOf(text, 'support_desk_database_reachable')).toBe(1);
    expect(sumOf(text, 'support_desk_workers')).toBe(2);
    expect(sumOf(text, 'support_desk_worker_restarts_total')).toBe(0);
    expect(text.match(/^# TYPE nodejs_eventloop_lag_p99_seconds /gm)).toHaveLength(1);
  });

  it('are replaced when one dies, and the other serves meanwhile', async () => {
    const { service, url, metrics, workers } = fleet;
    const [victim = 0, survivor] = await workers();
    process.kill(victim, 'SIGKILL');
    await until(() => service.stdout.includes('a worker ended by SIGKILL'));
    expect((await getTicket(url)).status).toBe(200);
    await until(async () => sumOf(await metrics(), 'support_desk_workers') === 2);
    expect(sumOf(await metrics(), 'support_desk_worker_restarts_total')).toBe(1);
    const now = await workers();
    expect(now).toContain(survivor);
    expect(now).not.toContain(victim);
    expect(now).toHaveLength(2);
  });

  it('are replaced in turn on SIGHUP, without one request refused', async () => {
    const { service, url, workers } = fleet;
    const before = await workers();
    const load = await SteadyLoad.on(url, { path: TICKET, headers: headers() });
    await load.answered(50);
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('all workers replaced'));
    await load.answered(50);
    const { answers, failures } = await load.stop();
    expect([failures, [...answers.keys()]]).toEqual([[], [200]]);
    const after = await workers();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('count on: no counter of an ended worker is lost, whether it was replaced or killed', async () => {
    const { service, url, metrics, workers } = fleet;
    const [victim = 0] = await workers();
    for (let count = 0; count < 20; count++) await getTicket(url).set('Connection', 'close').expect(200);
    const before = await metrics();
    const kills = service.stdout.split('a worker ended by SIGKILL').length;
    process.kill(victim, 'SIGKILL');
    await until(() => service.stdout.split('a worker ended by SIGKILL').length > kills);
    // These are counted after the last look, and handed over by the workers that are told to end.
    for (let count = 0; count < 20; count++) await getTicket(url).set('Connection', 'close').expect(200);
    const done = service.stdout.split('all workers replaced').length;
    service.signal('SIGHUP');
    await until(() => service.stdout.split('all workers replaced').length > done);
    const after = await metrics();
    const [earlier, later] = [before, after].map(countersIn);
    expect([...(earlier ?? [])].filter(([series, value]) => (later?.get(series) ?? 0) < value)).toEqual([]);
    const ofWorkspace = { workspace: desk.scope.workspaceId, class: '2xx' };
    const sums = [before, after].map((text) =>
      sumOf(text, 'support_desk_workspace_requests_total', ofWorkspace),
    );
    expect((sums[1] ?? 0) - (sums[0] ?? 0)).toBe(20);
  });

  it('are all replaced after the last SIGHUP, also when it comes while they are being replaced', async () => {
    const { service, workers } = fleet;
    const timesOf = (line: string) => service.stdout.split(line).length;
    const [begun, done] = [timesOf('replacing all workers'), timesOf('all workers replaced')];
    service.signal('SIGHUP');
    await until(() => timesOf('replacing all workers') > begun);
    const before = await workers();
    service.signal('SIGHUP');
    await until(() => timesOf('all workers replaced') === done + 2);
    const after = await workers();
    expect([after.length, after.filter((pid) => before.includes(pid))]).toEqual([2, []]);
  });

  it('stay two when one ends by itself while the other one is being replaced', async () => {
    const { service, workers } = fleet;
    const timesOf = (line: string) => service.stdout.split(line).length;
    const before = await workers();
    const [begun, done] = [timesOf('replacing all workers'), timesOf('all workers replaced')];
    service.signal('SIGHUP');
    await until(() => timesOf('replacing all workers') > begun);
    process.kill(before[1] ?? 0, 'SIGKILL');
    await until(() => timesOf('all workers replaced') > done);
    await until(async () => (await workers()).length >= 2);
    const after = await workers();
    expect([after.length, after.filter((pid) => before.includes(pid))]).toEqual([2, []]);
  });

  it('go on when those that should replace them do not start', async () => {
    const { service, url, workers } = fleet;
    // The stand-in of the test before may not listen yet, and would end without the database. A replacement waits for each.
    const done = service.stdout.split('all workers replaced').length;
    service.signal('SIGHUP');
    await until(() => service.stdout.split('all workers replaced').length > done);
    const before = await workers();
    await letIn(false);
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('workers not replaced'));
    await letIn(true);
    expect(await workers()).toEqual(before);
    expect((await getTicket(url)).status).toBe(200);
  });

  it('do not start when one cannot, which is reported once', async () => {
    const { port } = new URL(fleet.url);
    const second = await start({ PORT: port }).ended;
    expect([second.status, second.stdout, second.stderr]).toEqual([
      1,
      '',
      `Port ${port} on 127.0.0.1 is already in use: set PORT to another one.\n`,
    ]);
  });

  it('answer what is under way when they are told to end, and the process that started them ends last', async () => {
    const { service, url, workers } = fleet;
    const pids = await workers();
    const load = await SteadyLoad.on(url, { path: TICKET, headers: headers() });
    await load.answered(50);
    service.signal('SIGTERM');
    expect((await service.ended).status).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const { failures } = await load.stop();
    expect(failures.filter(({ wasOpen }) => wasOpen)).toEqual([]);
  });
});

describe('workers that still start', () => {
  it('are all there before SIGHUP replaces them', async () => {
    const port = await freePort();
    const service = start({ PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    const status = () =>
      getTicket(url).then(
        (answer) => answer.status,
        () => null,
      );
    await until(async () => (await status()) === 200);
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('all workers replaced'));
    expect(await status()).toBe(200);
    expect(await service.stop()).toMatchObject({ status: 0, stderr: '' });
  });
});
