// The images, built without a container engine and without root, unpacked and run: read-only, as any user, without capabilities.
import { execFile, type ExecFileOptions, execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PROJECT, RunningProcess } from '../support/servers/processes.js';
import { programPath, whenInstalled } from '../support/servers/programs.js';
import { until } from '../support/until.js';
import { ticketsOf, welcomed } from './support/desk.js';
import { isRoot, NETWORK, NOBODY } from './support/machine.js';
import { service, underTest } from './support/packed.js';

const NEEDED = ['umoci', 'mmdebstrap', 'bwrap', 'skopeo'];
const missing = NEEDED.filter((name) => programPath(name) === null);
const [name, describeThere] = whenInstalled('the images', missing.length === 0, missing.join(', '));

const run = promisify(execFile);
const folder = join(underTest.folder, 'image');
const layout = join(folder, 'images');

/** What a process in a container sees: the files of the image, which nobody can write, and an empty /tmp. */
const inside = (image: string, uid: number, env: Record<string, string>) => [
  ...['--ro-bind', join(folder, image, 'rootfs'), '/', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
  ...['--unshare-user', '--unshare-pid', '--uid', `${uid}`, '--gid', `${uid}`, '--cap-drop', 'ALL'],
  ...[
    '--die-with-parent',
    '--chdir',
    '/app',
    '--clearenv',
    '--setenv',
    'PATH',
    '/usr/local/bin:/usr/bin:/bin',
  ],
  ...Object.entries({ NODE_ENV: 'production', HOST: '127.0.0.1', ...env }).flatMap((pair) => [
    '--setenv',
    ...pair,
  ]),
  'node',
];

/** @returns the digest and the megabytes of each image */
const build = async (
  place: string,
  project = PROJECT,
  options: ExecFileOptions = {},
): Promise<Record<string, [digest: string, size: number]>> => {
  const script = join(project, 'scripts/image/build.sh');
  const { stdout } = await run(script, [place, service.path], { ...options, encoding: 'utf8' });
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([image = '', digest = '', size]) => [image, [digest, Number(size)]]),
  );
};

/** The date of the commit, which the copy does not know. */
const date = () =>
  execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: PROJECT, encoding: 'utf8' }).trim();

describeThere(name, () => {
  const plain = service.version;
  const ephemeral = `${service.version}-ephemeral`;
  let built: Awaited<ReturnType<typeof build>>;
  const started: RunningProcess[] = [];
  beforeAll(async () => {
    mkdirSync(folder);
    built = await build(folder);
    for (const image of [plain, ephemeral])
      await run('umoci', ['unpack', '--rootless', '--image', `${layout}:${image}`, join(folder, image)]);
  });
  afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

  const start = (image: string, uid: number, env: Record<string, string>) => {
    const one = RunningProcess.of('bwrap', [...inside(image, uid, env), 'dist/main.js'], {});
    started.push(one);
    return one;
  };

  // @proves E-28-6
  it('have the same digest when they are built again, also by somebody who is not root', async () => {
    const home = join(underTest.folder, 'image-again');
    for (const name of ['scripts/image', 'docker/health.mjs', 'package.json'])
      cpSync(join(PROJECT, name), join(home, name), { recursive: true });
    if (isRoot) chownSync(home, NOBODY.uid, NOBODY.gid);
    const env = { PATH: process.env['PATH'] ?? '', ...NETWORK, HOME: home, SOURCE_DATE_EPOCH: date() };
    const again = await build(join(home, 'built'), home, { ...(isRoot && NOBODY), env });
    expect(again).toEqual(built);
  });

  // @proves E-28-6
  it('have at most 120 MB, and 250 MB with the database', () => {
    expect(Object.keys(built)).toEqual([plain, ephemeral]);
    expect(built[plain]?.[1]).toBeGreaterThan(40);
    expect(built[plain]?.[1]).toBeLessThan(120);
    expect(built[ephemeral]?.[1]).toBeLessThan(250);
  });

  it('name their user by a number, and what they run', () => {
    const text = execFileSync('skopeo', ['inspect', '--config', `oci:${layout}:${plain}`], {
      encoding: 'utf8',
    });
    const { config } = JSON.parse(text) as { config: Record<string, unknown> };
    expect(config).toMatchObject({ User: '1000:1000', Cmd: ['node', 'dist/main.js'], WorkingDir: '/app' });
    expect(config['Entrypoint']).toBeUndefined();
  });

  it('serve with the database in them, from /tmp alone', async () => {
    const told = await welcomed(start(ephemeral, 1000, { PORT: '0', DATA_DIR: '/tmp/support-desk' }));
    expect(await ticketsOf(told)).toBe(5);
  });

  // @proves E-28-6
  it('are healthy within ten seconds, read-only, as a user that nobody knows, without a capability', async () => {
    const server = await aServer();
    try {
      const env = { PORT: '0', DATABASE_URL: server.serviceUrl, LOG_LEVEL: 'warn' };
      const migration = { ...env, MIGRATION_DATABASE_URL: server.ownerUrl };
      await run('bwrap', [...inside(plain, 4711, migration), 'dist/cli.js', 'migrate']);
      const begin = performance.now();
      const one = start(plain, 4711, env);
      const [, url = ''] = await one.printed(/is ready at (\S+)/);
      await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
      expect(performance.now() - begin).toBeLessThan(10_000);
      const port = new URL(url).port;
      await run('bwrap', [...inside(plain, 4711, { PORT: port }), 'docker/health.mjs']);
      const write = `require('node:fs').writeFileSync('/app/x', '')`;
      await expect(run('bwrap', [...inside(plain, 4711, {}), '--eval', write])).rejects.toThrow(/EROFS/);
    } finally {
      await Promise.all(started.splice(0).map((each) => each.stop()));
      await server.stop();
    }
  });
});

/** A PostgreSQL with the two roles of docs/configuration.md. */
async function aServer() {
  const path = '../support/throwaway-server.mjs';
  const { openThrowawayServer } = (await import(path)) as {
    openThrowawayServer: () => Promise<{ adminUrl: string; stop: () => Promise<void> }>;
  };
  const { adminUrl, stop } = await openThrowawayServer();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const role of ['image_owner', 'image_service'])
    await admin.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD 'secret'`);
  await admin.query('CREATE DATABASE image OWNER image_owner');
  await admin.end();
  const urlOf = (user: string) =>
    Object.assign(new URL(adminUrl), { username: user, password: 'secret', pathname: '/image' }).href;
  return { ownerUrl: urlOf('image_owner'), serviceUrl: urlOf('image_service'), stop };
}
