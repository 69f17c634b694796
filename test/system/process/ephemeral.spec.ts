import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { parse } from 'yaml';
import { Receiver } from '../../support/fakes/receiver.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';
import { size } from '../../support/sizes.js';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let started: RunningProcess[];
beforeEach(async () => {
  home = await temporaryFolder();
  await mkdir(join(home.path, 'tmp'), { mode: 0o711 });
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((service) => service.stop()));
  await until(async () => (await leftovers()).length === 0);
  await home.remove();
});

/** What services that keep nothing have in the folder for temporary files. */
const leftovers = async () =>
  (await readdir(join(home.path, 'tmp'))).filter((name) => name.startsWith('support-desk-'));

const start = (args: string[], env: Record<string, string> = {}) => {
  const service = RunningProcess.start('main.js', args, { TMPDIR: join(home.path, 'tmp'), ...env });
  started.push(service);
  return service;
};

interface Ready {
  readonly url: string;
  readonly key: string;
  readonly workspace: string;
  readonly pid: number;
  readonly admin_url: string;
  readonly admin_key: string;
}
const ready = async (service: RunningProcess) => JSON.parse((await service.printed(/^\{.*\}$/m))[0]) as Ready;

const subjectOf = async ({ url, key }: Ready) => {
  const answer = await supertest(url).get('/api/external/v2/tickets/1').set('X-Api-Key', key);
  return answer.body.ticket.subject as string;
};

describe('a temporary service', () => {
  // @proves E-25-17
  it('prints one line when it is ready, and removes its data when it ends', async () => {
    const service = start(['--ephemeral', '--json']);
    const told = await ready(service);
    expect(told).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      key: expect.stringMatching(/^desk_\w+$/),
      workspace: 'acme',
      pid: service.pid,
      admin_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      admin_key: expect.stringMatching(/^\w{48}$/),
    });
    const admin = supertest(told.admin_url).get('/admin/v1/workspaces').set('X-Api-Key', told.admin_key);
    expect((await admin.expect(200)).body.workspaces).toMatchObject([{ subdomain: 'acme', state: 'active' }]);
    const list = await supertest(told.url).get('/api/external/v2/tickets').set('X-Api-Key', told.key);
    expect([list.status, list.body.pagination.total_records]).toEqual([200, 5]);
    expect(await leftovers()).toHaveLength(1);
    process.kill(told.pid);
    expect(await service.ended).toMatchObject({ status: 0, stderr: '' });
    expect(service.stdout.trim().split('\n')).toHaveLength(1);
    expect(await leftovers()).toEqual([]);
  });

  // @proves E-31-14, E-31-17
  it('has a test clock: a follow-up in four days comes in less than a second, and a webhook gets its event', async () => {
    const service = start(['--ephemeral', '--json'], {
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    const { url, key, admin_url, admin_key } = await ready(service);
    const receiver = await Receiver.start();
    try {
      const api = supertest(url);
      const send = (method: 'get' | 'post' | 'put', path: string, body?: object) =>
        api[method](`/api/external/v2${path}`).set('X-Api-Key', key).send(body);
      const types = ['ticket.follow_up_due'];
      await send('post', '/webhooks', { url: receiver.url, types }).expect(201);
      const at = new Date(Date.now() + 4 * 86_400_000).toISOString();
      await send('put', '/tickets/1', { follow_up_at: at }).expect(200);
      const begun = performance.now();
      const clock = supertest(admin_url).put('/admin/v1/clock').set('X-Api-Key', admin_key);
      await clock.send({ advance: 'P4D' }).expect(200);
      expect(performance.now() - begun).toBeLessThan(1_000);
      const { body } = await send('get', `/events?types=${types.join()}`).expect(200);
      expect(body.events).toMatchObject([{ data: { ticket: { number: 1 }, due_at: at } }]);
      await until(() => receiver.received.length > 0);
      expect(receiver.received.map(({ event }) => event.type)).toEqual(types);
    } finally {
      await receiver.stop();
    }
  });

  it('has its own database beside another one, whatever the settings name', async () => {
    const settings = {
      ...{ PORT: '1', WORKERS: '2', BASE_DOMAIN: 'desk.example', DEFAULT_WORKSPACE: 'other' },
      ...{ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: join(home.path, 'kept') },
    };
    const [one, other] = await Promise.all(
      [1, 2].map(() => ready(start(['--ephemeral', '--json'], settings))),
    );
    if (!one || !other) throw new Error('Both are started.');
    await supertest(one.url)
      .put('/api/external/v2/tickets/1')
      .set('X-Api-Key', one.key)
      .send({ subject: 'Only here' });
    expect(await subjectOf(one)).toBe('Only here');
    expect(await subjectOf(other)).not.toBe('Only here');
    expect(existsSync(join(home.path, 'kept'))).toBe(false);
  });

  it('leaves nothing behind when it is killed, or ended while it starts', async () => {
    const killed = start(['--ephemeral', '--json']);
    const { pid } = await ready(killed);
    process.kill(pid, 'SIGKILL');
    const early = start(['--ephemeral']);
    await until(async () => (await leftovers()).length > 0);
    early.signal('SIGTERM');
    await until(async () => (await leftovers()).length === 0);
  });

  it('welcomes a person in words', async () => {
    const service = start(['--ephemeral']);
    await service.printed(/ready at http:\/\/localhost:\d+/);
    await service.printed(/^ {4}desk_\w+$/m);
  });

  it('refuses settings with mistakes and leaves nothing behind', async () => {
    const { status, stdout, stderr } = await start(['--ephemeral', '--json'], { LOG_LEVEL: 'loud' }).ended;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('LOG_LEVEL: must be one of');
  });

  it.each([['--json'], ['--ephemeral=yes'], ['--temporary'], ['serve']])(
    'refuses %s in one sentence',
    async (argument) => {
      const { status, stdout, stderr } = await start([argument]).ended;
      expect([status, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringMatching(/^The service takes --ephemeral.*\n$/),
      ]);
    },
  );
});

const FILES = [
  'desk-setup.mjs',
  'desk-teardown.mjs',
  'jest.config.json',
  'desk-workspace.js',
  'desk.test.js',
];

const TESTS = size({ here: 60, long: 200 });
const CLOCK_TESTS = 50;
/** Set when the clone of the workflow is built, as it is there. A clone that has the build of this one starts at once. */
const IS_BUILT = size({ here: 0, long: 1 }) === 1;

describe('docs/ci.md', () => {
  let project: string;
  beforeEach(async () => {
    project = join(home.path, 'project');
    await mkdir(project);
  });

  /** The first block of code after each file name. */
  const block = (page: string, after: string) => {
    const [, text = ''] = /```\w+\n(.*?)```/s.exec(page.slice(page.indexOf(after))) ?? [];
    return text;
  };

  it("runs somebody's test beside a clone, and no other test: setup, teardown and all steps of the workflow", async () => {
    const page = await readFile(join(PROJECT, 'docs/ci.md'), 'utf8');
    for (const name of FILES) await writeFile(join(project, name), block(page, `\`${name}\``));
    const { jobs } = parse(block(page, '.github/workflows/e2e.yml')) as Workflow;
    const said: string[] = [];
    for (const step of jobs.e2e.steps) said.push(await done(step));
    expect(jobs.e2e.steps.at(-1)?.run).toBe('npx jest');
    expect(said.at(-1)).toMatch(/^Test Suites: 1 passed, 1 total\nTests: +2 passed, 2 total$/m);
    expect(said.at(-1)).not.toMatch(/collision|duplicate/);
    expect(await leftovers()).toEqual([]);
  }, 300_000);

  it(`has tests that share nothing: ${TESTS}, each with a workspace of its own, twenty at once`, async () => {
    const page = await readFile(join(PROJECT, 'docs/ci.md'), 'utf8');
    for (const name of FILES) await writeFile(join(project, name), block(page, `\`${name}\``));
    const config = { ...(JSON.parse(block(page, '`jest.config.json`')) as object), maxConcurrency: 20 };
    await writeFile(join(project, 'jest.config.json'), JSON.stringify(config));
    await writeFile(join(project, 'desk.test.js'), MANY_TESTS);
    for (const folder of ['support-desk', 'node_modules'])
      await symlink(folderOf(folder), join(project, folder));
    expect(await ran('npx jest', project)).toMatch(
      new RegExp(`^Tests: +${TESTS} passed, ${TESTS} total$`, 'm'),
    );
  }, 300_000);

  // @proves E-31-17
  it(`has a clock that ${CLOCK_TESTS} tests move at once, each in a workspace of its own, and none disturbs another one`, async () => {
    const page = await readFile(join(PROJECT, 'docs/ci.md'), 'utf8');
    for (const name of FILES) await writeFile(join(project, name), block(page, `\`${name}\``));
    const config = { ...(JSON.parse(block(page, '`jest.config.json`')) as object), maxConcurrency: 20 };
    await writeFile(join(project, 'jest.config.json'), JSON.stringify(config));
    const shown = block(page, '`dates.test.js`');
    const [head = '', body = ''] = shown.split("test.concurrent('we hear of a ticket four days later', ");
    const many = `for (let n = 1; n <= ${CLOCK_TESTS}; n++) test.concurrent('test ' + n, ${body}`;
    await writeFile(join(project, 'desk.test.js'), head + many.replace(/\);\s*$/, ', 60_000);'));
    for (const folder of ['support-desk', 'node_modules'])
      await symlink(folderOf(folder), join(project, folder));
    expect(await ran('npx jest', project)).toMatch(
      new RegExp(`^Tests: +${CLOCK_TESTS} passed, ${CLOCK_TESTS} total$`, 'm'),
    );
  }, 300_000);

  const folderOf = (name: string) => (name === 'node_modules' ? join(PROJECT, name) : PROJECT);

  /** Does a step of the workflow in the project. @returns what it said */
  const done = async ({
    uses,
    with: inputs,
    run,
    'working-directory': folder = '',
  }: Step): Promise<string> => {
    const cwd = join(project, folder);
    if (inputs?.repository) {
      const folder = inputs.path ?? '';
      await ran(`git clone -q '${PROJECT}' '${folder}'`, cwd);
      if (!IS_BUILT) await cp(join(PROJECT, 'dist'), join(cwd, folder, 'dist'), { recursive: true });
      return '';
    }
    if (uses !== undefined) return '';
    if (run !== 'npm ci') return ran(run ?? '', cwd);
    // No network is needed: the packages that this repository has are those of its clone, and jest is among them.
    await symlink(join(PROJECT, 'node_modules'), join(cwd, 'node_modules'));
    return '';
  };

  const ran = async (command: string, cwd: string): Promise<string> => {
    const options = { cwd, env: environment() };
    // First: a page that does not leave the clone out would run all its tests.
    if (command === 'npx jest') {
      const { stdout } = await promisify(execFile)('npx', ['jest', '--listTests'], options);
      expect(stdout).toBe(`${join(project, 'desk.test.js')}\n`);
    }
    return (await promisify(execFile)('sh', ['-c', command], options)).stderr;
  };

  const environment = () => ({
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: join(home.path, 'tmp'),
  });
});

/** Each test writes what only it knows, waits for others, and finds nothing else. */
const MANY_TESTS = `
const { aWorkspace } = require('./desk-workspace.js');
for (let number = 1; number <= ${TESTS}; number++)
  test.concurrent('test ' + number, async () => {
    const desk = await aWorkspace({ team_members: [{ email: number + '@acme.example', first_name: 'N' }] });
    const customer = { email: number + '@customer.example', description: 'Help!' };
    for (const part of ['a', 'b']) await desk('POST', '/tickets', { ...customer, subject: number + part });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { tickets, pagination } = await desk('GET', '/tickets');
    expect(tickets.map(({ subject }) => subject).sort()).toEqual([number + 'a', number + 'b']);
    expect(tickets.map(({ number }) => number).sort()).toEqual([1, 2]);
    expect(pagination.total_records).toBe(2);
    const { team_members } = await desk('GET', '/team-members');
    expect(team_members.map(({ email }) => email)).toEqual([number + '@acme.example']);
  }, 60_000);
`;

interface Step {
  readonly uses?: string;
  readonly with?: { readonly repository?: string; readonly path?: string };
  readonly run?: string;
  readonly 'working-directory'?: string;
}

interface Workflow {
  readonly jobs: { readonly e2e: { readonly steps: readonly Step[] } };
}
