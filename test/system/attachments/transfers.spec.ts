// Slow and many transfers of files. A pace takes the place of the times of other requests, and places that of the requests of a key.
import { setTimeout as sleep } from 'node:timers/promises';
import { announce, attached, PNG, sendFile } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { RawConnection, requestHead, type RawReply } from '../../support/servers/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const opened: RawConnection[] = [];
const apps: TestApp[] = [];
let server: S3Server | undefined;

async function start(options: Parameters<typeof startTestApp>[0]): Promise<TestApp> {
  const app = await startTestApp({ ...options });
  apps.push(app);
  return app;
}

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await server?.stop();
});

const BODY = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n`;
const END = '\r\n--x--\r\n';

/** The first of a file. With less, the parser does not know yet that one has begun. */
const FIRST = 'some text ';

/** A connection on which an upload of a number of characters has begun. */
async function beginUpload(
  app: TestApp,
  { subdomain, key }: TestWorkspace,
  size: number,
  ...more: string[]
): Promise<RawConnection> {
  const connection = await RawConnection.to(app.url);
  opened.push(connection);
  const headers = [
    ...[`X-Api-Key: ${key}`, 'Content-Type: multipart/form-data; boundary=x', ...more],
    `Content-Length: ${BODY.length + FIRST.length + size + END.length}`,
  ];
  connection.send(
    requestHead('POST /api/external/v2/attachments HTTP/1.1', subdomain, ...headers) + BODY + FIRST,
  );
  return connection;
}

/** How many files of the workspace have a record. */
const records = async ({ scope }: TestWorkspace, app: TestApp) =>
  (await asAdmin(app.database, 'SELECT id FROM attachments WHERE workspace_id = $1', [scope.workspaceId]))
    .length;

/** Waits until a number of uploads have a record. */
const underWay = (desk: TestWorkspace, app: TestApp, count: number) =>
  until(async () => (await records(desk, app)) === count);

// @proves E-16-8
describe('the pace of a transfer', () => {
  let app: TestApp;
  let desk: TestWorkspace;
  beforeAll(async () => {
    app = await start({ transferBytesPerSecond: 100_000, requestTimeoutMs: 1_000, attachmentLimitMb: 40 });
    desk = await aWorkspace(app);
  });

  it('is asked of an upload: one that stands still is answered with 408, and nothing of it stays', async () => {
    const connection = await beginUpload(app, desk, 1_000_000);
    await underWay(desk, app, 1);
    expect(await connection.reply()).toMatchObject({
      status: 408,
      body: JSON.stringify({ error: 'The request took too long to arrive.', code: 'request_timeout' }),
    });
    await connection.end();
    await underWay(desk, app, 0);
  });

  it('takes the place of the time of a body: an upload that keeps it may take longer', async () => {
    const piece = 'x'.repeat(30_000);
    const connection = await beginUpload(app, desk, 10 * piece.length);
    for (let turn = 0; turn < 10; turn++) {
      connection.send(piece);
      // The pace that it keeps.
      await sleep(200);
    }
    connection.send(END);
    expect(await connection.reply()).toMatchObject({ status: 201 });
  });

  it('is not asked while the service itself waits for its storage', async () => {
    server = await S3Server.start();
    const { options } = server;
    const waiting = await start({ s3: options, transferBytesPerSecond: 100_000, attachmentLimitMb: 40 });
    let goOn = (): void => undefined;
    server.writable = new Promise((resolve) => (goOn = resolve));
    // The client sends as fast as it may, and more than a bucket takes at once.
    const text = 'x'.repeat(20_000_000);
    const connection = await beginUpload(waiting, await aWorkspace(waiting), text.length);
    connection.send(text + END);
    await until(() => server?.writes === 1);
    // The service checks the pace every five seconds. Nothing outside shows a check, so the test waits longer than two of them.
    await sleep(11_000);
    goOn();
    expect(await connection.reply()).toMatchObject({ status: 201 });
  });

  it('does not apply to what a refused client continues to send, which has the time of any other body', async () => {
    const accepted = await beginUpload(app, desk, 1_000_000);
    const refused = await beginUpload(app, desk, 1_000_000, 'Idempotency-Key: "one"');
    expect(await refused.reply()).toMatchObject({ status: 400 });
    await refused.end();
    // Its pace is not looked at before some seconds have passed.
    expect(accepted.closed).toBe(false);
    await accepted.end();
  });
});

// @proves E-16-8
describe('the pace of a download', () => {
  const SIZE = 39 * 1024 * 1024;

  /** A connection that has taken the beginning of a large file, of a service with a pace and one place for downloads. */
  async function beginDownload(
    transferBytesPerSecond: number,
  ): Promise<{ readonly connection: RawConnection; readonly isOver: () => Promise<boolean> }> {
    const app = await start({ transferBytesPerSecond, attachmentLimitMb: 40, transfersAtOnce: 2 });
    const desk = await aWorkspace(app);
    const { path } = await attached(desk.client, 'x'.repeat(SIZE), { filename: 'a.txt' });
    const connection = await RawConnection.to(app.url);
    opened.push(connection);
    const begun = connection.takeOnlyTheBeginning();
    const headers = [`X-Api-Key: ${desk.key}`, 'Connection: close'];
    connection.send(requestHead(`GET ${path} HTTP/1.1`, desk.subdomain, ...headers));
    await begun;
    // Another download finds its place free.
    const isOver = async () => (await desk.client.get(path).set('Range', 'bytes=0-0')).status === 206;
    expect(await isOver()).toBe(false);
    return { connection, isOver };
  }

  it('is asked: a client that takes nothing is cut off', async () => {
    // The pace is looked at every five seconds. Each asks for more bytes than a download may be behind, so the second look ends it.
    const { connection, isOver } = await beginDownload(800_000);
    await until(isOver);
    connection.readOn();
    await connection.end();
    expect(connection.length).toBeGreaterThan(0);
    expect(connection.length).toBeLessThan(SIZE);
  });

  it('is asked: a client that takes too little all the time is cut off', async () => {
    // One look asks for a little less than a download may be behind, so only what several have missed ends it.
    const { connection, isOver } = await beginDownload(400_000);
    await until(async () => {
      void connection.takeOnlyTheBeginning();
      connection.readOn();
      // A pace is bytes in a time: up to 64 KiB in this turn.
      await sleep(600);
      return isOver();
    });
    connection.readOn();
    await connection.end();
    expect(connection.length).toBeLessThan(SIZE);
  });

  it('is kept by a client that takes a little more all the time, although the system takes bytes in steps', async () => {
    const { connection } = await beginDownload(100_000);
    // Longer than the time in which the pace is looked at, twice. What the system takes at the beginning is enough for longer.
    for (let turn = 1; turn < 20; turn++) {
      const taken = connection.takeOnlyTheBeginning();
      connection.readOn();
      await taken;
      // It takes up to 64 KiB in a turn.
      await sleep(600);
    }
    expect(connection.length).toBeLessThan(20 * 65_537);
    connection.readOn();
    await connection.end();
    expect(connection.length).toBeGreaterThan(SIZE);
  });
});

const statusOf = (reply: RawReply | 'closed'): number => (reply === 'closed' ? 0 : reply.status);

// @proves E-16-9
describe('the places of transfers', () => {
  let app: TestApp;
  let desk: TestWorkspace;
  let path: string;
  beforeAll(async () => {
    // Uploads that stand still keep their places.
    app = await start({ transfersAtOnce: 4, poolSize: 2, transferBytesPerSecond: 0 });
  });
  beforeEach(async () => {
    desk = await aWorkspace(app);
    ({ path } = await attached(desk.client));
  });

  const FULL = [
    429,
    {
      error: 'Too many files are under way at once, please wait for some of them.',
      code: 'too_many_transfers_at_once',
    },
    '1',
  ];
  const sent = async ({ client }: TestWorkspace) => {
    const { status, body, headers } = await sendFile(client, PNG);
    return [status, status === 429 ? body : {}, headers['retry-after']];
  };
  const ARRIVED = [201, {}, undefined];

  it('are half for one workspace; another one has the rest, and a third one waits', async () => {
    const [other, third] = [await aWorkspace(app), await aWorkspace(app)];
    for (let turn = 0; turn < 2; turn++) await beginUpload(app, desk, 100);
    await underWay(desk, app, 3);
    expect(await sent(desk)).toEqual(FULL);
    expect(await sent(other)).toEqual(ARRIVED);
    for (let turn = 0; turn < 2; turn++) await beginUpload(app, other, 100);
    await underWay(other, app, 3);
    expect(await sent(third)).toEqual(FULL);
  });

  it('are free again when an upload is there, and when its client has gone', async () => {
    const [one, two] = [await beginUpload(app, desk, 4), await beginUpload(app, desk, 4)];
    await underWay(desk, app, 3);
    expect(await sent(desk)).toEqual(FULL);
    one.send(`text${END}`);
    expect(await one.reply()).toMatchObject({ status: 201 });
    expect(await sent(desk)).toEqual(ARRIVED);
    two.close();
    await until(async () => (await records(desk, app)) === 3);
    await beginUpload(app, desk, 4);
    await underWay(desk, app, 4);
    expect(await sent(desk)).toEqual(ARRIVED);
  });

  it('of uploads are not those of downloads, and no upload holds a connection to the database', async () => {
    const other = await aWorkspace(app);
    for (const workspace of [desk, desk, other, other]) await beginUpload(app, workspace, 100);
    await underWay(other, app, 2);
    await underWay(desk, app, 3);
    await desk.client.get(path).expect(200);
    const tickets = Array.from({ length: 6 }, () => desk.client.get('/tickets').expect(200));
    await Promise.all(tickets);
    expect(await sent(desk)).toEqual(FULL);
  });
});

it('one upload address has two places, and leaves the others to the keys', async () => {
  const app = await start({ transfersAtOnce: 16, transferBytesPerSecond: 0 });
  const desk = await aWorkspace(app);
  const text = FIRST.padEnd(100, 'x');
  const { headers, url } = await announce(desk.client, text);
  const sent = Object.entries({ ...headers, 'Content-Length': '100' }).map((pair) => pair.join(': '));
  const puts = await Promise.all(Array.from({ length: 6 }, () => RawConnection.to(app.url)));
  opened.push(...puts);
  const { pathname } = new URL(url);
  const escaped = pathname.replace(/.$/, (last) => `%${Buffer.from(last).toString('hex')}`);
  const spellings = [pathname, `${pathname}/`, escaped, pathname.replace('/api/', '/API/'), `${escaped}/`];
  for (const [index, put] of puts.entries())
    put.send(requestHead(`PUT ${spellings[index] ?? pathname} HTTP/1.1`, desk.subdomain, ...sent) + FIRST);
  const unanswered = () => puts.filter(({ length }) => length === 0);
  await until(() => unanswered().length === 2);
  await sendFile(desk.client, PNG).expect(201);
  const two = unanswered();
  for (const put of puts.filter((each) => !two.includes(each)))
    expect(await put.reply()).toMatchObject({ status: 429 });
  for (const put of two) put.send(text.slice(FIRST.length));
  // The one that began later has the address now.
  const statuses = new Set<number>();
  for (const put of two) statuses.add(statusOf(await put.reply()));
  expect(statuses).toEqual(new Set([204, 404]));
});
