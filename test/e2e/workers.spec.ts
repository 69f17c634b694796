import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { samplesOf, sumOf } from '../support/exposition.js';
import { SteadyLoad } from '../support/steady-load.js';
import { RunningProcess, temporaryFolder } from '../support/processes.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';

const TICKET = '/api/external/v2/tickets/1';

let app: TestApp;
let desk: TestWorkspace;
const started: RunningProcess[] = [];

interface Fleet {
  readonly service: RunningProcess;
  readonly url: string;
  readonly metrics: () => Promise<string>;
  /** Ids of the processes that serve now. */
  readonly workers: () => Promise<number[]>;
}

const start = (env: Record<string, string> = {}) => {
  const service = RunningProcess.start('main.js', [], {
    PORT: '0',
    WORKERS: '2',
    BASE_DOMAIN,
    DATABASE_URL: app.database.serviceUrl,
    ...env,
  });
  started.push(service);
  return service;
};

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
  app = await startTestApp();
  desk = await aWorkspace(app);
  await aTicket(desk);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
});
afterAll(() => app.stop());

describe('two workers', () => {
  it('share the port, end on SIGTERM, and the process that started them with them', async () => {
    const { service, url, workers } = await aFleet();
    const pids = await workers();
    expect(pids).toHaveLength(2);
    for (let count = 0; count < 10; count++) expect((await getTicket(url)).status).toBe(200);
    expect(await service.stop()).toMatchObject({ status: 0, stderr: '' });
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('finish what is under way before they end', async () => {
    const { service, url } = await aFleet();
    const load = await SteadyLoad.on(url, { path: TICKET, headers: headers() });
    await load.answered(50);
    service.signal('SIGTERM');
    await service.ended;
    const { failures } = await load.stop();
    expect(failures.filter(({ wasOpen }) => wasOpen)).toEqual([]);
  });

  it('are counted as one', async () => {
    const { url, metrics } = await aFleet();
    // A connection each, so that both get some.
    for (let count = 0; count < 20; count++) await getTicket(url).set('Connection', 'close');
    const text = await metrics();
    const labels = { route: '/api/external/v2/tickets/:ticket_id', class: '2xx' };
    expect(sumOf(text, 'support_desk_http_request_duration_seconds_count', labels)).toBe(20);
    expect(samplesOf(text, 'support_desk_http_request_duration_seconds_count').length).toBeGreaterThan(0);
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
    const { service, url, metrics, workers } = await aFleet();
    const [victim = 0, survivor] = await workers();
    process.kill(victim, 'SIGKILL');
    await until(() => service.stdout.includes('a worker ended by SIGKILL'));
    expect((await getTicket(url)).status).toBe(200);
    await until(async () => sumOf(await metrics(), 'support_desk_workers') === 2, 20);
    expect(sumOf(await metrics(), 'support_desk_worker_restarts_total')).toBe(1);
    const now = await workers();
    expect(now).toContain(survivor);
    expect(now).not.toContain(victim);
    expect(now).toHaveLength(2);
  });

  it('are replaced in turn on SIGHUP, without one request refused', async () => {
    const { service, url, workers } = await aFleet();
    const before = await workers();
    const load = await SteadyLoad.on(url, { path: TICKET, headers: headers() });
    await load.answered(50);
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('all workers replaced'), 60);
    await load.answered(50);
    const { answers, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect([...answers.keys()]).toEqual([200]);
    const after = await workers();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('go on when those that should replace them do not start', async () => {
    const { service, url, workers } = await aFleet();
    const before = await workers();
    await letIn(false);
    service.signal('SIGHUP');
    await until(() => service.stdout.includes('workers not replaced'), 30);
    await letIn(true);
    expect(await workers()).toEqual(before);
    expect((await getTicket(url)).status).toBe(200);
  });

  it('do not start when one cannot, which is said once', async () => {
    const { service, url } = await aFleet();
    const port = new URL(url).port;
    const second = await start({ PORT: port }).ended;
    expect([second.status, second.stdout, second.stderr]).toEqual([
      1,
      '',
      `Port ${port} on 127.0.0.1 is already in use: set PORT to another one.\n`,
    ]);
    await service.stop();
  });
});

describe('two workers on the embedded database', () => {
  it('make the demo workspace once, and leave no server behind', async () => {
    const folder = await temporaryFolder();
    const env = { DATABASE_URL: '', DATA_DIR: join(folder.path, 'data') };
    const service = start(env);
    const [, url = ''] = await service.printed(/ready at (http:\S+)/);
    const [, key = ''] = await service.printed(/^ {4}(desk_\w+)$/m);
    const list = await supertest(url).get('/api/external/v2/tickets').set('X-Api-Key', key);
    expect([list.status, list.body.pagination.total_records]).toEqual([200, 5]);
    expect((await service.stop()).status).toBe(0);

    const again = start(env);
    await again.printed(/ready at/);
    expect(again.stdout).not.toContain('desk_');
    expect((await again.stop()).status).toBe(0);
    await folder.remove();
  });
});
