import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { PROJECT } from '../support/servers/processes.js';
import { useDesk } from '../support/test-app.js';
import { until } from '../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme);
});

/** `desk events tail` as a process that follows. */
class Tail {
  private stdout = '';
  stderr = '';
  readonly ended: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => {
      child.on('close', (status, signal) => {
        resolve({ status, signal });
      });
    });
  }

  /** Begins before the first event, so that its first lines show that it follows. */
  static async start(pipe?: string): Promise<Tail> {
    const desk = [process.execPath, join(PROJECT, 'dist/cli.js')];
    const args = [
      'events',
      'tail',
      acme.subdomain,
      '--after',
      '0',
      '--types',
      'ticket.created,ticket.updated',
    ];
    const [file = '', ...rest] =
      pipe === undefined ? [...desk, ...args] : ['bash', '-c', pipe, ...desk, ...args];
    const tail = new Tail(
      spawn(file, rest, {
        cwd: PROJECT,
        env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: app.database.serviceUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    await until(() => tail.lines.length === 1);
    return tail;
  }

  get lines(): string[] {
    return this.stdout.split('\n').filter((line) => line !== '');
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }
}

describe('events tail', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'follows what happens, each event once, until %s, which leaves no error',
    async (name) => {
      const tail = await Tail.start();
      for (const status of ['open', 'new', 'open']) {
        const { length } = tail.lines;
        await acme.client.put('/tickets/1', { status }).expect(200);
        await until(() => tail.lines.length > length);
      }
      expect(tail.lines.map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual([
        '2 ticket.created ticket:1',
        '3 ticket.updated ticket:1',
        '4 ticket.updated ticket:1',
        '5 ticket.updated ticket:1',
      ]);
      tail.signal(name);
      expect(await tail.ended).toEqual({ status: null, signal: name });
      expect(tail.stderr).toBe('Interrupted.\n');
    },
  );

  it('ends at the next event when its reader has gone', async () => {
    const reader = '{ head -n 1; exec <&-; echo The reader has gone. >&2; }';
    const tail = await Tail.start(`set -o pipefail; "$0" "$@" | ${reader}`);
    await until(() => tail.stderr !== '');
    await acme.client.put('/tickets/1', { status: 'open' }).expect(200);
    expect(await tail.ended).toEqual({ status: 0, signal: null });
    expect([tail.lines.length, tail.stderr]).toEqual([1, 'The reader has gone.\n']);
  });
});
