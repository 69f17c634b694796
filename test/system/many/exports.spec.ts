// Copies that take long: readers that stop, several at once, and writers beside them.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aKey, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { PROJECT } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { asAdmin } from '../../support/test-database.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { aSecondLater, until } from '../../support/until.js';

/** Enough bytes that the connection and its buffers cannot hold them. */
const TICKETS = size({ here: 6_000, long: 60_000, by: 'TICKETS' });
const TIMEOUT_MS = 600_000;

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;
let key: string;

beforeAll(async () => {
  acme = await aWorkspace(app);
  key = await aKey(acme, 'copier', { scopes: ['exports:read'] });
  const description = `<p>${'word '.repeat(1_000)}</p>`;
  const lines = Array.from({ length: TICKETS }, (_, index) =>
    JSON.stringify({ email: 'a@customer.example', subject: `${index} ${randomUUID()}`, description }),
  );
  await app.operator.import(acme.scope.workspaceId, lines);
}, TIMEOUT_MS);

/** A test that fails leaves no copy behind, which would keep the next test waiting. */
const connections: Socket[] = [];
afterEach(() => {
  for (const socket of connections.splice(0)) socket.destroy();
});

/** Asks for a copy. @returns the connection, and the status with which the answer begins */
async function askedCopy(ofKey: string) {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  connections.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/external/v2/exports/tickets HTTP/1.1\r\nHost: ${acme.subdomain}.${BASE_DOMAIN}\r\nX-Api-Key: ${ofKey}\r\n` +
      'Connection: close\r\n\r\n',
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  socket.unshift(first);
  return {
    socket,
    status: Number(first.toString('latin1').slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
  };
}

/** Begins a copy, and reads no more of it until it is resumed. The copy before gives back its place a moment after its snapshot. */
async function openedCopy(ofKey = key): Promise<Socket> {
  let copy = await askedCopy(ofKey);
  await until(async () => {
    if (copy.status === 429) copy = await askedCopy(ofKey);
    return copy.status !== 429;
  });
  expect(copy.status).toBe(200);
  return copy.socket;
}

/** Counts the connections of the database that hold a snapshot. */
async function snapshots(): Promise<number> {
  const rows = await asAdmin(
    app.database,
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'support-desk snapshot'
       AND state <> 'idle'`,
  );
  return rows.length;
}

const LAST_LINE = new RegExp(`\\{"tickets":${TICKETS}\\}\\n`);

/** Keeps the end of what a copy answers. */
async function endOf(copy: Socket): Promise<string> {
  let text = '';
  copy.setEncoding('utf8');
  copy.on('data', (bytes: string) => (text = (text + bytes).slice(-200)));
  await new Promise((resolve) => copy.once('close', resolve));
  return text;
}

async function expectWholeCopy(): Promise<void> {
  const copy = await openedCopy();
  const end = endOf(copy);
  copy.resume();
  expect(await end).toMatch(LAST_LINE);
}

// @proves E-32-13, E-32-14
it(
  'a second copy is refused while one is under way; a reader that stops is cut off, and the next one begins',
  async () => {
    const stopped = await openedCopy();
    await until(async () => (await snapshots()) > 0);
    const refused = await acme.clientWith(key).get('/exports/tickets').expect(429);
    expect(refused.body).toMatchObject({ code: 'export_under_way' });
    expect(refused.headers['retry-after']).toBe('10');
    const begun = performance.now();
    await until(async () => (await snapshots()) === 0, 60);
    expect(performance.now() - begun).toBeLessThan(60_000);
    stopped.destroy();
    await expectWholeCopy();
  },
  TIMEOUT_MS,
);

it(
  'a copy holds two connections, and the sums of connections count them for all that a process makes at once',
  async () => {
    const stopped = await openedCopy();
    await until(async () => (await snapshots()) === 2);
    stopped.destroy();
    const [limits = '', grow = '', alerts = '', pods = ''] = await Promise.all(
      [
        ...['docs/limits.md', 'docs/grow.md', 'docker/observability/alerts.yml'],
        'docker/kubernetes/5-autoscaling.yaml',
      ].map((path) => readFile(join(PROJECT, path), 'utf8')),
    );
    const [, atOnce] = /^\| copies of a workspace at once, and of a process \| 1, (\d+) /m.exec(limits) ?? [];
    const ofCopies = 2 * Number(atOnce);
    expect(limits).toContain(`up to ${ofCopies} for copies`);
    expect(grow).toContain(`and ${ofCopies} for copies`);
    expect(alerts).toContain(`DATABASE_POOL_SIZE + ${ofCopies + 1} over all processes`);
    expect(pods).toContain(`DATABASE_POOL_SIZE connections and ${ofCopies + 1} more`);
    await until(async () => (await snapshots()) === 0, 60);
  },
  TIMEOUT_MS,
);

// @proves E-32-14
it(
  'a reader that dies leaves nothing behind, and what it got has no last line',
  async () => {
    const dying = await openedCopy();
    const got: Buffer[] = [];
    dying.on('data', (bytes: Buffer) => got.push(bytes));
    dying.resume();
    await until(() => got.length > 0);
    dying.destroy();
    await until(async () => (await snapshots()) === 0, 60);
    expect(Buffer.concat(got).toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect(Buffer.concat(got).toString()).not.toMatch(/\{"tickets":\d+\}\n/);
  },
  TIMEOUT_MS,
);

it(
  'a slow reader gets everything, and keeps nobody else waiting',
  async () => {
    const slow = await openedCopy();
    await until(async () => (await snapshots()) > 0);
    const end = endOf(slow);
    const times: number[] = [];
    for (let index = 0; index < 20; index++) {
      const begun = performance.now();
      await acme.client.get('/tickets?page_size=10').expect(200);
      times.push(performance.now() - begun);
      slow.resume();
      await sleep(20);
      slow.pause();
    }
    slow.resume();
    expect(await end).toMatch(LAST_LINE);
    expect(Math.max(...times)).toBeLessThan(2_000);
  },
  TIMEOUT_MS,
);

// @proves E-32-14
it.each([
  ['its key is revoked', () => revokeKey(acme, 'goes')],
  [
    'its workspace is suspended',
    () => Desk.on(app.database).output(['workspace', 'suspend', acme.subdomain]),
  ],
])(
  'a copy breaks off within a second when %s',
  async (_why, end) => {
    const copy = await openedCopy(await aKey(acme, 'goes', { scopes: ['exports:read'] }));
    await until(async () => (await snapshots()) > 0);
    // The time of the request must be over. Nothing outside of the process shows that, so this waits longer than its 4 seconds.
    await sleep(5_000);
    await end();
    await aSecondLater(snapshots);
    const text = endOf(copy);
    copy.resume();
    expect(await text).not.toMatch(LAST_LINE);
    // The connections of the copy end behind that of its reader.
    await until(async () => (await snapshots()) === 0);
  },
  TIMEOUT_MS,
);
