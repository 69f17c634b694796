// Slow files of visitors: they never take the places of keys, and a visitor who is refused takes none at all.
import { PNG, sendFile } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FormVisitor, MESSAGE, proofFor } from '../../support/data/forms.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** Visitors come from many addresses, as behind a proxy. Their files have no pace, so that they come as long as a test wants. */
const SLOW_VISITORS = { trustProxy: ['loopback'], transferBytesPerSecond: 0 };

let app: TestApp;
let desk: TestWorkspace;
const opened: RawConnection[] = [];

beforeAll(async () => {
  app = await startTestApp({ ...SLOW_VISITORS, requestTimeoutMs: 3_000 });
});
beforeEach(async () => {
  desk = await aWorkspace(app, { forms: [{ title: 'Plain', slug: 'plain' }] });
});
afterEach(async () => {
  for (const connection of opened.splice(0)) connection.close();
  await until(async () => (await underWay()) === 0);
});
afterAll(() => app.stop());

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Begins to send a form from an address. Its file has begun to come, and does not end. */
async function beginToSend(token: string, address: string): Promise<RawConnection> {
  const connection = await RawConnection.to(app.url);
  opened.push(connection);
  const values = Object.entries({ ...MESSAGE, token }).map(([name, value]) => part(name, value));
  const file =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nsome text ';
  const headers = [
    ...['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000000'],
    `X-Forwarded-For: ${address}`,
  ];
  connection.send(
    requestHead('POST /forms/plain HTTP/1.1', desk.subdomain, ...headers) + values.join('') + file,
  );
  return connection;
}

/** How many files of the workspace come and have a place. */
const underWay = async () => {
  const coming = 'SELECT id FROM attachments WHERE workspace_id = $1 AND sha256 IS NULL';
  return (await asAdmin(app.database, coming, [desk.scope.workspaceId])).length;
};

/** Begins as many sendings, each from the address for its number, until the given number of their files comes. */
async function beginMany(count: number, addressOf: (index: number) => string, coming: number): Promise<void> {
  const visitor = new FormVisitor(app, desk.subdomain);
  const tokens = await Promise.all(
    Array.from({ length: count }, async () => (await visitor.open('plain')).token),
  );
  await aMinuteLater(async () => {
    await Promise.all(tokens.map((token, index) => beginToSend(token, addressOf(index))));
    await until(async () => (await underWay()) === coming);
  });
}

/** Opens a form at an address. @returns what sends it with a file: its status, and whether its page says that files have to wait */
async function openedAt(address: string): Promise<() => Promise<unknown[]>> {
  const visitor = new FormVisitor(app, desk.subdomain, address);
  const opened = await visitor.open('plain');
  const typed = { ...MESSAGE, token: opened.token, proof: proofFor(opened) };
  return async () => {
    const { status, text } = await aMinuteLater(async () =>
      visitor.post('plain', typed, [{ filename: 'a.png', bytes: PNG }]),
    );
    return [status, text.includes('Too many files are on their way')];
  };
}
const sentFrom = async (address: string) => (await openedAt(address))();
const [TAKEN, FULL] = [
  [303, false],
  [429, true],
];

describe('slow files of visitors', () => {
  it('have two places for each client, and the key of the workspace keeps its own', async () => {
    await beginMany(33, (index) => `2001:db8::${index + 1}`, 2);
    const uploads = await Promise.all(Array.from({ length: 10 }, () => sendFile(desk.client, PNG)));
    expect(uploads.map(({ status }) => status)).toEqual(uploads.map(() => 201));
    expect(await sentFrom('2001:db8::ffff')).toEqual(FULL);
    expect(await sentFrom('2001:db8:0:1::1')).toEqual(TAKEN);
  });

  it('have a quarter of all places, and the key of the workspace half of them besides', async () => {
    const few = await startTestApp({ ...SLOW_VISITORS, transfersAtOnce: 8 });
    const [before, own] = [app, desk];
    try {
      [app, desk] = [few, await aWorkspace(few, { forms: [{ title: 'Plain', slug: 'plain' }] })];
      await beginMany(4, (index) => `198.51.100.${index}`, 2);
      expect(await sentFrom('198.51.100.9')).toEqual(FULL);
      const uploads = await Promise.all(Array.from({ length: 4 }, () => sendFile(desk.client, PNG)));
      expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    } finally {
      for (const connection of opened.splice(0)) connection.close();
      [app, desk] = [before, own];
      await few.stop();
    }
  });

  it('are free again when the visitor has gone', async () => {
    await beginMany(2, () => '198.51.100.1', 2);
    expect(await sentFrom('198.51.100.1')).toEqual(FULL);
    for (const connection of opened.splice(0)) connection.close();
    await until(async () => (await underWay()) === 0);
    expect(await sentFrom('198.51.100.1')).toEqual(TAKEN);
  });
});

describe('a visitor who is refused', () => {
  it('takes no place, and has the time of any other body for what still comes', async () => {
    const send = await openedAt('198.51.100.7');
    const refused = await Promise.all(
      ['nonsense', 'more.of.it'].map((token) => beginToSend(token, '198.51.100.7')),
    );
    expect(await send()).toEqual(TAKEN);
    expect(refused.map(({ replies }) => replies)).toEqual([[], []]);
    for (const connection of refused) expect(await connection.reply()).toMatchObject({ status: 408 });
  });
});

describe('the rest of a form that was refused can come, and its connection is used again,', () => {
  const file = (name: string, content = 'x') =>
    part('files', content).replace('"files"', `"files"; filename="${name}"`);

  it.each([
    ['after names of files that are too long', () => file('a'.repeat(70_000)).repeat(39)],
    // The file comes when the form is refused, and nobody waits for it.
    [
      'after a message that is too long, with a file behind it',
      (token: string) =>
        part('token', token) + part('message', 'x'.repeat(1_050_000)) + file('a', 'x'.repeat(500_000)),
    ],
  ])('%s', async (_what, parts) => {
    const connection = await RawConnection.to(app.url);
    opened.push(connection);
    const { token } = await new FormVisitor(app, desk.subdomain).open('plain');
    const body = `${parts(token)}--x--\r\n`;
    const headers = ['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length}`];
    await aMinuteLater(async () => {
      connection.send(requestHead('POST /forms/plain HTTP/1.1', desk.subdomain, ...headers) + body);
      connection.send(requestHead('GET /forms/plain HTTP/1.1', desk.subdomain));
      await until(() => connection.replies.length === 2);
    });
    expect(connection.replies.map(({ status }) => status)).toEqual([413, 200]);
  });
});
