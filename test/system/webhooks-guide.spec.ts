// The receiver of webhooks that docs/events.md shows, word for word.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { aComment, EVE, TWO_AGENTS } from '../support/data/comments.js';
import { allRead, aWebhook, deliveriesOf, type ShownWebhook } from '../support/data/webhooks.js';
import { freePort } from '../support/servers/free-port.js';
import { PROJECT, temporaryFolder } from '../support/servers/processes.js';
import { useDesk } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';

const TYPES = ['ticket.created', 'ticket.updated', 'comment.created'];
const TICKET = { email: 'a@customer.example', subject: 'Help', description: '' };

const app = useDesk();
let acme: TestWorkspace;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const running = new Set<Endpoint>();

beforeAll(async () => {
  folder = await temporaryFolder();
  const guide = await readFile(join(PROJECT, 'docs/events.md'), 'utf8');
  const [, code = ''] = /^```js\n(\/\/ receiver\.mjs[^]*?)^```$/m.exec(guide) ?? [];
  expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(20);
  await writeFile(join(folder.path, 'receiver.mjs'), code);
  await symlink(join(PROJECT, 'node_modules'), join(folder.path, 'node_modules'));
});
beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});
afterEach(async () => {
  for (const endpoint of running) await endpoint.stop();
});
afterAll(async () => {
  await folder.remove();
});

/** A webhook, and the program at its address. */
class Endpoint {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly webhook: ShownWebhook,
    private readonly port: number,
  ) {
    running.add(this);
  }

  static async open(settings: object = {}): Promise<Endpoint> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const endpoint = new Endpoint(await aWebhook(acme, { url, types: TYPES, ...settings }), port);
    await endpoint.start();
    return endpoint;
  }

  async start(): Promise<void> {
    const before = this.output.length;
    const child = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder.path,
      env: { WEBHOOK_SECRET: this.webhook.secret, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child = child;
    await until(() => this.output.includes('listening', before));
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  /** A request that nobody has signed with the secret. */
  async forged(): Promise<[status: number, text: string]> {
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const response = await fetch(this.webhook.url, {
      ...{ method: 'POST', body: JSON.stringify({ id: 'x', type: 'ticket.created', data: {} }) },
      headers: { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
    });
    return [response.status, await response.text()];
  }

  /** What it has printed of events. */
  get lines(): string[] {
    return this.output.split('\n').filter((line) => line !== '' && !line.startsWith('listening'));
  }

  /** Waits until nothing more is to come. */
  async hasAll(): Promise<string[]> {
    await allRead(acme);
    await until(async () => (await deliveriesOf(acme, this.webhook, '?state=pending')).length === 0);
    return this.lines;
  }
}

const raise = async (more: object = {}): Promise<number> => {
  const { body } = await acme.client.post('/tickets', { ...TICKET, ...more }).expect(201);
  return (body as { ticket: { number: number } }).ticket.number;
};
const change = (ticket: number, subject: string) =>
  acme.client.patch(`/tickets/${ticket}`, { subject }).expect(200);

describe('the receiver of docs/events.md', () => {
  // @proves E-18-3, E-18-4
  it('sees a ticket raised, changed and commented, and believes nobody else', async () => {
    const endpoint = await Endpoint.open();
    const ticket = await raise();
    await change(ticket, 'Changed');
    await aComment(acme, ticket, { author_email: EVE.email, content: 'A reply' });
    expect((await endpoint.hasAll()).sort()).toEqual(
      ['comment.created 1', 'ticket.created 1', 'ticket.updated 1', 'ticket.updated 1'].sort(),
    );
    expect(await endpoint.forged()).toEqual([400, 'The signature is wrong.']);
    expect(endpoint.lines).toHaveLength(4);
  });

  // @proves E-18-4, E-18-5
  it('misses nothing when it was stopped for a minute', async () => {
    const endpoint = await Endpoint.open();
    await raise();
    expect(await endpoint.hasAll()).toEqual(['ticket.created 1']);
    await endpoint.stop();
    for (let made = 0; made < 5; made++) await change(await raise(), 'Changed');
    await acme.client.get('/events').expect(200);
    const pending = () => deliveriesOf(acme, endpoint.webhook, '?state=pending');
    // The second try, after five seconds, fails, too.
    await until(
      async () => (await pending()).filter(({ tries_count: tries }) => tries === 2).length === 10,
      60,
    );
    await endpoint.start();
    // As if the clock were moved: the next try comes after five minutes.
    await asAdmin(
      app.database,
      `UPDATE webhook_deliveries SET due_at = due_at - interval '6 minutes' WHERE webhook_id = $1 AND state = 'pending'`,
      [endpoint.webhook.id],
    );
    await app.operator.work(acme.scope.workspaceId);
    const numbers = [2, 3, 4, 5, 6];
    const missed = numbers.flatMap((number) => [`ticket.created ${number}`, `ticket.updated ${number}`]);
    expect((await endpoint.hasAll()).sort()).toEqual(['ticket.created 1', ...missed].sort());
  });

  // @proves E-18-2
  it('sees a note only with include_notes, and what is silent only with include_silent', async () => {
    const [plain, notes, silent] = [
      await Endpoint.open(),
      await Endpoint.open({ include_notes: true }),
      await Endpoint.open({ include_silent: true }),
    ];
    const ticket = await raise();
    await aComment(acme, ticket, { comment_type: 'note', content: 'For us' });
    await raise({ skip_notifications: true });
    const raised = 'ticket.created 1';
    expect(await plain.hasAll()).toEqual([raised]);
    expect((await notes.hasAll()).sort()).toEqual(['comment.created 1', raised]);
    expect((await silent.hasAll()).sort()).toEqual([raised, 'ticket.created 2']);
  });
});
