import { readFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import type { Io } from './io.js';
import { run } from './run.js';

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runWith(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const gather = (name: keyof typeof texts): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString();
        done();
      },
    });
  const io: Io = {
    environment: () => environment,
    cwd: '/',
    stdin: Readable.from([]),
    stdout: gather('stdout'),
    stderr: gather('stderr'),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  };
  return { status: await run(args, io), ...texts };
}

describe('a run of desk in this process', () => {
  it('writes to its own outputs and gives back its status', async () => {
    const { status, stdout, stderr } = await runWith({}, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: desk /);
    expect(await runWith({}, 'frobnicate')).toMatchObject({ status: 2, stdout: '' });
  });

  it('shows the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await runWith({}, '--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('does not disturb another one at the same time', async () => {
    // Jest cannot load a module twice at the same time.
    await runWith({ PORT: 'x' }, 'workspace', 'list');
    await runWith({ PORT: 'x' }, 'migrate');
    const [first, second] = await Promise.all([
      runWith({ PORT: 'first' }, 'workspace', 'list'),
      runWith({ LOG_LEVEL: 'second' }, 'migrate'),
    ]);
    expect([first.status, second.status]).toEqual([1, 1]);
    expect(first.stderr).toMatch(/^The configuration is not valid:\n {2}PORT: .*\n$/);
    expect(second.stderr).toMatch(/^The configuration is not valid:\n {2}LOG_LEVEL: .*\n$/);
  });
});
