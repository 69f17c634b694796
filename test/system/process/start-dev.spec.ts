import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/servers/free-port.js';
import { PROJECT } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';

const PATIENCE_S = 240;
const COPIED = [
  'src',
  'assets',
  'scripts',
  'examples',
  'dist',
  'package.json',
  'package-lock.json',
  'nest-cli.json',
];

let folder: string;
let started: ChildProcess;
let shown = '';
let ended = false;

/** Runs `npm run start:dev` in a copy of the project, in a process group of its own, as a terminal does. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'support-desk-dev-'));
  for (const name of [...COPIED, 'tsconfig.json', 'tsconfig.build.json'])
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  started = spawn('npm', ['run', '-s', 'start:dev'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(await freePort()) },
  });
  started.stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  started.stderr?.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  started.on('close', () => (ended = true));
});

afterAll(async () => {
  await pressCtrlC();
  await rm(folder, { recursive: true, force: true });
}, 1_000 * PATIENCE_S);

/** A terminal sends the signal to the whole group. */
async function pressCtrlC(): Promise<void> {
  if (!ended && started.pid !== undefined) process.kill(-started.pid, 'SIGINT');
  await until(() => ended, PATIENCE_S);
}

/** Waits until the service shows a text. A process that has ended shows nothing more. */
async function untilShown(text: string): Promise<void> {
  await until(() => ended || shown.includes(text), PATIENCE_S);
  if (!shown.includes(text)) throw new Error(`"${text}" was not shown:\n${shown}`);
}

async function changeGreeting(from: string, to: string): Promise<void> {
  const file = join(folder, 'src', 'app', 'start', 'welcome.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

/**
 * Whether a line is a complaint of the service or the compiler. A machine that stalls may delay the check for changes of keys: that
 * complaint does not count.
 */
function isComplaint(line: string): boolean {
  return (
    /"level":[456]0|[^0] errors?\b/.test(line) && !line.includes('The version of API keys cannot be read.')
  );
}

it(
  'npm run start:dev restarts the service after each change, keeps its database running, and ends with Ctrl-C',
  async () => {
    const greetings = ['Support Desk is ready at', 'First change at', 'Second change at'];
    for (const [index, greeting] of greetings.entries()) {
      const before = greetings[index - 1];
      if (before !== undefined) await changeGreeting(before, greeting);
      await untilShown(greeting);
      const [, key = '', url = ''] = /X-Api-Key: (desk_\w+)' (\S+)/.exec(shown) ?? [];
      expect((await fetch(url, { headers: { 'X-Api-Key': key } })).status).toBe(200);
    }
    await pressCtrlC();
    expect(shown.split('\n').filter(isComplaint)).toEqual([]);
    const log = await readFile(join(folder, '.data', 'postgres.log'), 'utf8');
    expect(log.match(/ready to accept connections/g)).toHaveLength(1);
    expect(log.trimEnd()).toMatch(/database system is shut down$/);
  },
  2_000 * PATIENCE_S,
);
