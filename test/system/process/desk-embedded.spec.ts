import { access } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Desk } from '../../support/servers/desk.js';
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
  it('starts it, migrates it, stops it, and finds again what it has kept [D-10-5]', async () => {
    expect(await hasStopped()).toBe(true);
    expect(await desk.output(['workspace', 'list'])).toMatch(/^acme +Acme Inc /m);
    expect(await hasStopped()).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves it when it is interrupted by %s', async (signal) => {
    const seeding = RunningProcess.start('cli.js', ['seed', 'acme', '--tickets', '200000'], env);
    await until(() => seeding.stderr.includes('%: '), 60);
    seeding.signal(signal);
    // npm passes the signal of the terminal on.
    seeding.signal(signal);
    const { status, signal: endedBy, stderr } = await seeding.ended;
    // The batch under way is finished, so progress may be shown once more.
    const lines = stderr.split('\n').filter((line) => !/^\d+%: /.test(line));
    expect([status, endedBy, lines]).toEqual([null, signal, ['Interrupted.', '']]);
    expect(await hasStopped()).toBe(true);
  });

  it('joins it when others use it at the same moment [D-10-4]', async () => {
    const all = await Promise.all([1, 2, 3].map(() => desk.run(['workspace', 'list', '--json'])));
    expect(all.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(await hasStopped()).toBe(true);
  });

  it('does not mind when nobody reads its output to the end', async () => {
    const command = `'${process.execPath}' dist/cli.js workspace show acme --json | head -n 1`;
    const options = { cwd: PROJECT, env: { ...env, PATH: process.env['PATH'] ?? '' } };
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], options);
    expect([stdout, stderr]).toEqual(['{\n', '']);
  });
});
