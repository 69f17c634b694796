// The program that docs/events.md shows, word for word.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { Desk } from '../support/servers/desk.js';
import { allEvents, eventsOf } from '../support/data/events.js';
import { PROJECT, temporaryFolder } from '../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../support/test-app.js';
import { testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

type Refusal = { readonly status: number; readonly headers?: Record<string, string> } | 'cut off';

/** What stands before the service: it names the workspace, and refuses requests when it is told to. */
class Front {
  refusals: Refusal[] = [];
  private readonly server = http.createServer((request, response) => {
    this.answer(request, response);
  });

  constructor(private readonly workspace: TestWorkspace) {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.refusals.shift();
    if (refusal === 'cut off') request.socket.destroy();
    else if (refusal) response.writeHead(refusal.status, refusal.headers).end('no JSON');
    else this.pass(request, response);
  }

  private pass({ url, method, headers }: IncomingMessage, response: ServerResponse): void {
    const { app, subdomain } = this.workspace;
    const host = `${subdomain}.${BASE_DOMAIN}`;
    http
      .request(`${app.url}${url}`, { method, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      })
      .end();
  }
}

const app = useDesk();
let acme: TestWorkspace;
let front: Front;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let address: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  const guide = await readFile(join(PROJECT, 'docs/events.md'), 'utf8');
  folder = await temporaryFolder();
  for (const [, code = '', name = ''] of guide.matchAll(/^```js\n(\/\/ (\w+\.mjs)[^]*?)^```$/gm))
    await writeFile(join(folder.path, name), code);
});
beforeEach(async () => {
  acme = await aWorkspace(app);
  front = new Front(acme);
  address = await front.start();
  await rm(join(folder.path, 'position.txt'), { force: true });
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  front.stop();
});
afterAll(async () => {
  await folder.remove();
});

/** The program, from its start to its end. */
class Consumer {
  private readonly child: ChildProcess;
  private output = '';
  stderr = '';

  constructor() {
    this.child = spawn(process.execPath, ['consumer.mjs'], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', DESK_URL: address, DESK_KEY: acme.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    running.push(this.child);
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line !== '');
  }

  /** Waits until it has kept the newest position, and stops it. */
  async stopAtEnd(): Promise<string[]> {
    const last = String((await eventsOf(acme, '?limit=500')).next_after);
    const kept = () => readFile(join(folder.path, 'position.txt'), 'utf8').catch(() => '');
    await until(async () => {
      if (this.child.exitCode !== null) throw new Error(this.stderr);
      return (await kept()) === last;
    });
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGTERM');
    await ended;
    return this.lines;
  }
}

const lineOf = ({ position, type, data }: Awaited<ReturnType<typeof allEvents>>[number]) =>
  `${position} ${type} ${data.ticket?.number ?? ''}`.trimEnd();
const change = (subject: string) => acme.client.put('/tickets/1', { subject }).expect(200);

describe('the consumer of docs/events.md', () => {
  // @proves E-17-4
  it('misses nothing and repeats nothing, however often it is stopped and started', async () => {
    await aTicket(acme);
    const seen = await new Consumer().stopAtEnd();
    for (let round = 1; round <= 2; round++) {
      for (let count = 0; count < 3; count++) await change(`Round ${round}, change ${count}`);
      const consumer = new Consumer();
      await until(() => consumer.lines.length > 0);
      await change(`While it runs, round ${round}`);
      seen.push(...(await consumer.stopAtEnd()));
    }
    const events = await allEvents(acme);
    expect(events.length).toBe(2 + 2 * 4);
    expect(seen).toEqual(events.map(lineOf));
  });

  it('waits while it is refused with 429 or 503 and when there is no answer, and misses nothing', async () => {
    await aTicket(acme);
    const none = { 'retry-after': '0' };
    front.refusals = [
      { status: 503, headers: none },
      { status: 429, headers: none },
      'cut off',
      { status: 502 },
    ];
    expect(await new Consumer().stopAtEnd()).toEqual((await allEvents(acme)).map(lineOf));
    expect(front.refusals).toEqual([]);
  });

  it('reads the tickets that an import has added', async () => {
    const line = (subject: string) => JSON.stringify({ email: 'a@b.example', subject });
    await app.operator.import(acme.scope.workspaceId, [line('One'), line('Two')]);
    expect(await new Consumer().stopAtEnd()).toEqual([
      '1 tickets.imported',
      '1 holds ticket 1: One',
      '1 holds ticket 2: Two',
    ]);
  });

  // @proves E-17-5
  it('reads the lists anew when events after its position are gone, and goes on with the oldest one', async () => {
    await aTicket(acme, { subject: 'First' });
    await new Consumer().stopAtEnd();
    await change('Missed');
    await allEvents(acme);
    const { ownerUrl, serviceUrl } = testDatabase();
    const owner = new Desk({ DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: ownerUrl });
    await owner.output([
      'audit',
      'prune',
      acme.subdomain,
      '--before',
      new Date(Date.now() + 1).toISOString(),
    ]);
    const expired = await acme.client.get('/events?after=2').expect(410);
    expect(expired.body).toMatchObject({ code: 'cursor_expired' });
    expect(expired.body.error).toContain('position 4');
    await change('After it');
    expect(await new Consumer().stopAtEnd()).toEqual(['again ticket 1: After it', '4 ticket.updated 1']);
  });

  it('ends with what the service says when its key is not valid', async () => {
    acme = { ...acme, key: 'desk_wrong' };
    const refused = new Consumer();
    await until(() => refused.stderr.includes('Error: 401'));
  });
});
