import { appendFile, readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { attached } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

/** More than one piece of what is read from a disk at once. */
const BYTES = 'All work and no play. '.repeat(20_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let desk: TestWorkspace;
let place: string;
let path: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ attachmentsDir: folder.path });
});
afterAll(async () => {
  await app.stop();
  await folder.remove();
});
beforeEach(async () => {
  desk = await aWorkspace(app);
  ({ path } = await attached(desk.client, BYTES, { filename: 'a.txt', contentType: 'text/plain' }));
  const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile() && entry.parentPath.includes(desk.scope.workspaceId));
  place = join(file?.parentPath ?? '', file?.name ?? '');
});

/** Asks for the file, and for something else after it on the same connection. */
async function connectionAsking(...headers: string[]): Promise<RawConnection> {
  const connection = await RawConnection.to(app.url);
  const key = `X-Api-Key: ${desk.key}`;
  connection.send(requestHead(`GET ${path} HTTP/1.1`, desk.subdomain, key, ...headers));
  connection.send(requestHead('GET /api/external/v2/tickets HTTP/1.1', desk.subdomain, key));
  return connection;
}

/** Everything that came until the service closed the connection. */
async function allOf(connection: RawConnection): Promise<string> {
  await connection.end();
  return connection.text;
}

/** The promised length, and what came after the head. */
function partsOf(text: string): { readonly promised: number; readonly body: string } {
  const promised = Number(/\r\nContent-Length: (\d+)\r\n/.exec(text)?.[1] ?? Number.NaN);
  return { promised, body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

describe('a stored file of another length than its record', () => {
  it('that is shorter ends the connection where its bytes end, and no other answer takes their place', async () => {
    await truncate(place, BYTES.length - 100);
    const { promised, body } = partsOf(await allOf(await connectionAsking()));
    expect([promised, body === BYTES.slice(0, -100)]).toEqual([BYTES.length, true]);
  });

  it('that is empty ends the connection, too', async () => {
    await truncate(place, 0);
    expect(await allOf(await connectionAsking())).toBe('');
  });

  it('ends the connection after the part of a range that is still there', async () => {
    await truncate(place, 150);
    const { promised, body } = partsOf(await allOf(await connectionAsking('Range: bytes=100-199')));
    expect([promised, body]).toEqual([100, BYTES.slice(100, 150)]);
  });

  it('that is longer gives no byte more than was promised, and does not look whole', async () => {
    await appendFile(place, 'HTTP/1.1 200 OK\r\n\r\n');
    const { promised, body } = partsOf(await allOf(await connectionAsking()));
    expect(promised).toBe(BYTES.length);
    expect([body.length < promised, BYTES.startsWith(body)]).toEqual([true, true]);
  });

  it('is named in the log, with the id of the request', async () => {
    await truncate(place, 10);
    await allOf(await connectionAsking('X-Request-Id: damaged-file'));
    const log = (await app.operator.serviceLog()).join('\n');
    expect(log).toContain('damaged-file');
    expect(log).toContain('The storage has a file of another length than its record.');
  });

  it('does not harm others: a file of the right length leaves the connection open for the next answer', async () => {
    const connection = await connectionAsking('Range: bytes=0-9');
    await until(() => connection.replies.length === 2);
    const [file, tickets] = connection.replies;
    expect([file?.status, file?.body, tickets?.status]).toEqual([206, BYTES.slice(0, 10), 200]);
    connection.close();
  });
});
