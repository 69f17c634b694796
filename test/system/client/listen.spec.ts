// `support-desk-listen` of the packed client, as a developer runs it beside a program on the same machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { aKey, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { aWebhook } from '../../support/data/webhooks.js';
import { ListenPrograms } from '../../support/listening/listen-program.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { freePort } from '../../support/servers/free-port.js';
import { BASE_DOMAIN, startTestApp, type TestApp, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** `CLIENT_NODES=22,24` runs it on these releases of Node.js, too, which npm brings. */
const nodes = ['', ...(process.env['CLIENT_NODES']?.split(',') ?? [])];

const setUp = useDesk();
let programs: ListenPrograms;
let acme: TestWorkspace;
let port: number;
let app: TestApp;

beforeAll(async () => {
  programs = await ListenPrograms.install();
});
afterAll(() => programs.remove());
beforeEach(async () => {
  acme = await aWorkspace(setUp);
  port = await freePort();
  app = await startDesk();
});
afterEach(async () => {
  await programs.endAll();
  await app.stop();
});

const startDesk = () => startTestApp({ defaultWorkspace: acme.subdomain, port });
const raise = async (subject: string): Promise<number> => {
  const ticket = { email: 'ann@customer.example', subject, description: 'Größe €' };
  const { body } = await acme.client.post('/tickets', ticket).expect(201);
  return body.ticket.number as number;
};

/** Runs the program at the desk of the test until it listens, with the key of its workspace. */
const listening = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = { SUPPORT_DESK_KEY: acme.key },
  node?: string,
) => programs.start({ args: ['--url', `http://127.0.0.1:${port}`, ...args], env, node });

// @proves E-33-16
describe.each(nodes)('support-desk-listen on Node.js %s', (release) => {
  it('prints each event as the feed has it, ends with the last position, and goes on there', async () => {
    const node = release === '' ? undefined : await programs.nodeOf(release);
    const created = ['--print', '--types', 'ticket.created'];
    const first = await listening(created, undefined, node);
    await raise('One');
    await until(() => first.events.length === 1);
    expect(await first.end('SIGINT')).toEqual([null, 'SIGINT']);
    const after = await first.says(/^The last position is (\d+): --after \1 goes on there\.$/m);
    await raise('Two');
    const second = await listening([...created, '--after', after], undefined, node);
    await raise('Three');
    await until(() => second.events.length === 2);
    expect(await second.end('SIGTERM')).toEqual([null, 'SIGTERM']);
    const { body } = await acme.client.get('/events?types=ticket.created').expect(200);
    expect([...first.events, ...second.events]).toEqual(body.events);
    expect(first.events[0]?.position).toBe(Number(after));
  });
});

// @proves E-33-16
describe('support-desk-listen', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start(await freePort());
  });
  afterEach(() => receiver.stop());

  it('posts what a webhook posts, signed with the secret that it prints', async () => {
    const types = ['ticket.created', 'ticket.updated', 'comment.created'];
    await aWebhook(acme, { url: `${receiver.url}?by=webhook`, types });
    const listener = await listening(['--forward', `${receiver.url}?by=program`, '--types', types.join()]);
    const secret = await listener.says(/^They are signed with (whsec_\S+)$/m);
    const number = await raise('One');
    await acme.client.patch(`/tickets/${number}`, { priority: 'high', add_tags: ['a', 'b'] }).expect(200);
    const reply = { author_email: 'ann@customer.example', content: '<p>Words</p>' };
    await acme.client.post(`/tickets/${number}/comments`, reply).expect(201);
    const by = (whom: string) => receiver.received.filter(({ path }) => path === `/hook?by=${whom}`);
    await until(() => by('program').length === 3 && by('webhook').length === 3);
    const bodiesOf = (whom: string) => new Map(by(whom).map(({ event, body }) => [event.id, body]));
    expect(bodiesOf('program')).toEqual(bodiesOf('webhook'));
    for (const { headers, body, event } of by('program')) {
      const signed = headers as Record<string, string>;
      expect(new Webhook(secret).verify(body, signed)).toEqual(event);
      expect([signed['webhook-id'], signed['content-type']]).toEqual([event.id, 'application/json']);
    }
    const [one, other] = ['program', 'webhook'].map((whom) => by(whom)[0]?.headers ?? {});
    const { connection: _, host: _host, ...theirs } = other ?? {};
    expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(Object.keys(theirs)));
    expect(one?.['user-agent']).toBe(other?.['user-agent']);
    const positions = by('program').map(({ event }) => Number(event.position));
    expect(positions).toEqual([...positions].sort((before, behind) => before - behind));
  });

  it('signs with the secret that it is given, which it does not print', async () => {
    const SUPPORT_DESK_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const env = { SUPPORT_DESK_KEY: acme.key, SUPPORT_DESK_SECRET };
    const listener = await listening(['--forward', receiver.url], env);
    await raise('One');
    await until(() => receiver.received.length > 0);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    new Webhook(SUPPORT_DESK_SECRET).verify(body, headers as Record<string, string>);
    expect(listener.stderr).not.toContain('whsec_');
  });

  it('shows tries that fail, goes on, outlasts a restart of the program, and tries again by Enter', async () => {
    const listener = await listening(['--forward', receiver.url, '--types', 'ticket.created']);
    await raise('One');
    await listener.says(/ ticket\.created 200 ok$/m);
    receiver.answer = (response) => response.writeHead(500).end('a mistake');
    await raise('Two');
    await listener.says(/ ticket\.created was not taken: 500 a mistake \(Enter tries again\)$/m);
    const { port: hook } = new URL(receiver.url);
    await receiver.stop();
    await raise('Three');
    const failed = Number(await listener.says(/^(\d+) ticket\.created was not taken: connect ECONNREFUSED/m));
    // The program is there again.
    const taken: number[] = [];
    const again = createServer((request, response) => {
      void request.toArray().then((pieces) => {
        taken.push(
          (JSON.parse(Buffer.concat(pieces as Buffer[]).toString()) as { position: number }).position,
        );
        response.end();
      });
    }).listen(Number(hook), '127.0.0.1');
    await once(again, 'listening');
    await raise('Four');
    await until(() => taken.length === 1);
    listener.enter();
    await until(() => taken.length === 3);
    expect(taken.slice(1)).toEqual([...taken.slice(1)].sort((one, other) => one - other));
    expect(taken[2]).toBe(failed);
    again.close();
    receiver = await Receiver.start();
  });

  it('ends at the position before the first event that was not taken', async () => {
    const listener = await listening(['--forward', receiver.url, '--types', 'ticket.created']);
    receiver.answer = (response) => response.writeHead(receiver.received.length === 2 ? 503 : 204).end();
    for (const subject of ['One', 'Two', 'Three']) await raise(subject);
    // An answer that is not there when the program ends counts as a refusal.
    await until(() => listener.stderr.match(/ ticket\.created /g)?.length === 3);
    const refused = receiver.received[1]?.event;
    await listener.end('SIGINT');
    expect(listener.stderr).toContain('Events that were not taken: 1.\n');
    expect(await listener.says(/^The last position is (\d+)/m)).toBe(String(Number(refused?.position) - 1));
  });

  it('ends with its position when no more may wait for Enter and its input has ended', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const listener = await listening(['--forward', receiver.url, '--types', 'ticket.created']);
    listener.endInput();
    const ticket = { email: 'ann@customer.example', subject: 'One', description: '' };
    const operations = Array.from({ length: 100 }, () => ({ op: 'create', body: ticket }));
    for (let made = 0; made < 10; made++)
      await acme.client.post('/tickets/batch', { operations }).expect(200);
    expect(await listener.ended).toEqual([1, null]);
    await listener.says(/^1000 events wait for another try, and nobody can press Enter\.$/m);
    const { body } = await acme.client.get('/events?types=ticket.created&limit=1').expect(200);
    const before = (body.events as { position: number }[])[0]?.position ?? 0;
    expect(await listener.says(/^The last position is (\d+)/m)).toBe(String(before - 1));
  });

  it('outlasts a restart of the desk, and misses nothing', async () => {
    const listener = await listening(['--print', '--types', 'ticket.created']);
    await raise('One');
    await until(() => listener.events.length === 1);
    await app.stop();
    await listener.says(/^The desk does not answer: connect ECONNREFUSED.* Trying again\.$/m);
    await raise('Two');
    app = await startDesk();
    await raise('Three');
    await until(() => listener.events.length === 3);
    const { body } = await acme.client.get('/events?types=ticket.created').expect(200);
    expect(listener.events).toEqual(body.events);
  });

  it('names the workspace by the Host', async () => {
    const other = await aWorkspace(setUp);
    const host = `${other.subdomain}.${BASE_DOMAIN}`;
    const listener = await listening(['--print', '--workspace', host], { SUPPORT_DESK_KEY: other.key });
    await other.client
      .post('/tickets', { email: 'a@b.example', subject: 'Other', description: '' })
      .expect(201);
    await until(() => listener.events.length > 0);
  });

  it('ends when its key is revoked', async () => {
    const key = await aKey(acme, 'listening', { scopes: ['events:read'] });
    const listener = await listening(['--print'], { SUPPORT_DESK_KEY: key });
    await raise('One');
    await until(() => listener.events.length > 0);
    await revokeKey(acme, 'listening');
    expect(await listener.ended).toEqual([1, null]);
    await listener.says(/^The last position is \d+/m);
  });

  it('ends when the reader of its output has gone', async () => {
    const script = `set -o pipefail; "$0" --url http://127.0.0.1:${port} --print --types ticket.created | head -n 1`;
    const env = { PATH: process.env['PATH'] ?? '', SUPPORT_DESK_KEY: acme.key };
    const piped = spawn('bash', ['-c', script, programs.path], { env });
    let said = '';
    piped.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('Listening'));
    let isOver = false;
    const ended = once(piped, 'close').finally(() => (isOver = true));
    // The program notices when it writes what nobody reads: events that came before the reader went are not enough.
    await until(async () => {
      if (!isOver) await raise('Another');
      return isOver;
    });
    expect(await ended).toEqual([0, null]);
  });
});
