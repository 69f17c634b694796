import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { openEmbeddedDatabase } from '../../../src/platform/embedded-postgres/embedded-server.js';
import { freePort } from '../../support/servers/free-port.js';
import { linesOf, RunningProcess, temporaryFolder, type Finished } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';

/** The number of points at which a start is ended. */
const ENDS = size({ here: 4, long: 20, by: 'ENDS' });
/** Each start takes seconds, more beside other tests. */
const MOST_MS = 60_000 + ENDS * 30_000;
const MIGRATION_LOCK = 7_264_951;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let started: RunningProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((service) => service.stop()));
  await folder.remove();
});

const start = (env: Record<string, string>) => {
  const service = RunningProcess.start('main.js', [], { PORT: '0', ...env });
  started.push(service);
  return service;
};

const addressOf = async (service: RunningProcess) => (await service.printed(/ready at (http:\S+)/))[1] ?? '';

/** The lines of the log that somebody has to look at. */
const problemsOf = ({ stdout }: Finished) =>
  linesOf(stdout).filter(
    (line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 40,
  );

describe.each([{}, { WORKERS: '2' }])('a first start with %j', (more) => {
  it('shows the key before the port is opened; a later one says how to make another', async () => {
    const env = { DATA_DIR: join(folder.path, 'data'), ...more };
    const first = start(env);
    const [, shown = ''] = await first.printed(/^ {4}(desk_\w+)$/m);
    await addressOf(first);
    expect(first.stdout.indexOf(shown)).toBeLessThan(first.stdout.indexOf('ready at'));
    expect(first.stdout).not.toContain('A key:');
    // There is no newer build of the embedded server.
    expect(first.stdout).not.toContain('database_outdated');
    expect(await first.stop()).toMatchObject({ status: 0, stderr: '' });

    // It names a workspace that exists.
    const second = start({ ...env, DEFAULT_WORKSPACE: 'other' });
    const address = await addressOf(second);
    const [, command = ''] = await second.printed(/^ *A key: desk (.+)$/m);
    expect(command).toBe('keys create acme --name mine');
    expect(second.stdout).not.toContain('desk_');
    const made = await RunningProcess.start('cli.js', command.split(' '), env).ended;
    const list = supertest(address)
      .get('/api/external/v2/tickets')
      .set({ 'X-Api-Key': made.stdout.trim(), Host: 'acme.localhost' });
    expect((await list.expect(200)).body.pagination.total_records).toBe(5);
    expect((await second.stop()).status).toBe(0);
  });
});

describe('a first start without the storage of files', () => {
  const withoutClamd = async () => ({ CLAMD_URL: `tcp://127.0.0.1:${await freePort()}` });
  const withoutFolder = async () => ({
    ...{ ATTACHMENTS_DIR: join(await folder.write('file', ''), 'attachments'), WORKERS: '2' },
  });

  it.each([
    ['virus scanner', withoutClamd],
    ['folder, and two workers', withoutFolder],
  ])('makes the rest of the demo, and says so once: no %s', async (_, away) => {
    const service = start({ DATA_DIR: join(folder.path, 'data'), ...(await away()) });
    const url = await addressOf(service);
    const [, key = ''] = /^ {4}(desk_\w+)$/m.exec(service.stdout) ?? [];
    const get = (path: string) =>
      supertest(url).get(`/api/external/v2${path}`).set('X-Api-Key', key).expect(200);
    expect((await get('/tickets')).body.pagination.total_records).toBe(5);
    expect((await get('/webhooks')).body.webhooks).toHaveLength(2);
    expect((await get('/inbound-emails')).body.inbound_emails).toEqual([]);
    const ended = await service.stop();
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(problemsOf(ended).filter((line) => line.includes('"demo_incomplete"'))).toHaveLength(1);
  });
});

describe('a first start that is ended early', () => {
  it('leaves a demo whose key was shown, and nothing in the log', async () => {
    const env = { DATA_DIR: join(folder.path, 'data') };
    const first = start(env);
    await first.printed(/^ {4}(desk_\w+)$/m);
    const ended = await first.stop();
    expect([ended.status, ended.stderr, problemsOf(ended)]).toEqual([0, '', []]);
    const second = start(env);
    await addressOf(second);
    await second.printed(/A key: desk keys create acme --name mine/);
  });

  const endAll = async (): Promise<void> => {
    const begun = performance.now();
    await addressOf(start({ DATA_DIR: join(folder.path, 'whole') }));
    const wholeMs = performance.now() - begun;
    for (let point = 1; point <= ENDS; point++) {
      const service = start({ DATA_DIR: join(folder.path, `${point}`) });
      // At whatever the start is doing then. The last point is past its end.
      await sleep((wholeMs * 1.1 * point) / ENDS);
      service.signal(point % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      const ended = await service.ended;
      // While its code loads, the process has nothing to give back, and the signal itself ends it.
      const isLoading = ended.signal !== null && ended.stdout === '';
      const status = isLoading ? 0 : ended.status;
      expect([point, status, ended.stderr, problemsOf(ended)]).toEqual([point, 0, '', []]);
    }
  };
  it(`logs no error, at ${ENDS} points`, endAll, MOST_MS);
});

it('says what it does when the database takes long', async () => {
  const dataDir = join(folder.path, 'data');
  const database = await openEmbeddedDatabase({ dataDir, role: 'guest' });
  const other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
  // Another start migrates.
  await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const service = start({ DATA_DIR: dataDir });
  await service.printed(/^ {2}Starting the database \.\.\.$/m);
  expect(service.stdout).not.toContain('ready at');
  await other.end();
  await addressOf(service);
  await database.leave();
});
