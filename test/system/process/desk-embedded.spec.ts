import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Desk } from '../../support/servers/desk.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;
let desk: Desk;

beforeAll(async () => {
  folder = await temporaryFolder();
  env = { DATA_DIR: join(folder.path, 'data') };
  desk = new Desk(env);
  await desk.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
});
afterAll(() => folder.remove());

/** Whether the server of the data folder has stopped: PostgreSQL takes its lock file away. */
const hasStopped = async () => {
  try {
    await access(join(env['DATA_DIR'] ?? '', 'postgres', 'postmaster.pid'));
    return false;
  } catch {
    return true;
  }
};

describe('the command line on the embedded database', () => {
  // @proves D-10-5
  it('starts it, migrates it, stops it, and finds again what it has kept', async () => {
    expect(await hasStopped()).toBe(true);
    expect(await desk.output(['workspace', 'list'])).toMatch(/^acme +Acme Inc /m);
    expect(await hasStopped()).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves it when it is interrupted by %s', async (signal) => {
    const seeding = RunningProcess.start('cli.js', ['seed', 'acme', '--tickets', '200000'], env);
    await until(() => seeding.stderr.includes('%: '));
    seeding.signal(signal);
    // npm passes the signal of the terminal on.
    seeding.signal(signal);
    const { status, signal: endedBy, stderr } = await seeding.ended;
    // The batch under way is finished, so progress may be shown once more.
    const lines = stderr.split('\n').filter((line) => !/^\d+%: /.test(line));
    expect([status, endedBy, lines]).toEqual([null, signal, ['Interrupted.', '']]);
    expect(await hasStopped()).toBe(true);
  });

  // @proves D-10-4
  it('joins it when others use it at the same moment', async () => {
    const all = await Promise.all([1, 2, 3].map(() => desk.run(['workspace', 'list', '--json'])));
    expect(all.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(await hasStopped()).toBe(true);
  });

  it('ends without an error when nobody reads its output to the end', async () => {
    const command = `'${process.execPath}' dist/cli.js workspace show acme --json | head -n 1`;
    const options = { cwd: PROJECT, env: { ...env, PATH: process.env['PATH'] ?? '' } };
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], options);
    expect([stdout, stderr]).toEqual(['{\n', '']);
  });
});

// @proves E-18-12
describe('the key that encrypts secrets, on the embedded database', () => {
  const keyFile = () => join(env['DATA_DIR'] ?? '', 'secrets.key');

  it('is made and kept: the service signs with what a command has made, also beside a key of the operator', async () => {
    const receiver = await Receiver.start();
    const local = { ...env, WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
    const create = ['webhooks', 'create', 'acme', receiver.url, '--types', 'form.created', '--json'];
    const webhook = await new Desk(local).json<{ id: string; secret: string }>(create);
    const kept = await readFile(keyFile(), 'utf8');
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    await desk.output(['webhooks', 'test', 'acme', webhook.id]);
    const SECRETS_KEY = randomBytes(32).toString('base64');
    const service = RunningProcess.start('main.js', [], { ...local, SECRETS_KEY, PORT: '0' });
    await until(() => receiver.received.length === 1);
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    const signed = new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
    expect(signed).toMatchObject({ type: 'webhook.test' });
    expect((await service.stop()).status).toBe(0);
    expect(await readFile(keyFile(), 'utf8')).toBe(kept);
    await receiver.stop();
  });

  it('is not made anew when its file is damaged', async () => {
    const kept = await readFile(keyFile(), 'utf8');
    await writeFile(keyFile(), 'damaged');
    const { status, stderr } = await desk.run(['webhooks', 'list', 'acme']);
    expect([status, stderr]).toEqual([1, `The file ${keyFile()} is damaged; restore it from a backup.\n`]);
    await writeFile(keyFile(), kept);
    expect(await desk.output(['webhooks', 'list', 'acme'])).toMatch(/form\.created/);
  });
});
