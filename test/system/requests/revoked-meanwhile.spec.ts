// Bodies that begin before their key is revoked or their workspace is suspended, and end after that.
import { announce } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail } from '../../support/data/mails/inbound-emails.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { aSecondLater, until } from '../../support/until.js';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

let files: TemporaryFolder;
let app: TestApp;
let acme: TestWorkspace;
const opened: RawConnection[] = [];

beforeAll(async () => {
  files = await temporaryFolder();
  app = await startTestApp({ attachmentsDir: files.path });
});
afterAll(async () => {
  await app.stop();
  await files.remove();
});
beforeEach(async () => {
  acme = await aWorkspace(app, { forms: [{ title: 'Contact us', slug: 'contact-us' }] });
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

interface Sending {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const API = '/api/external/v2';
const UPLOAD: Sending = {
  line: `POST ${API}/attachments`,
  headers: ['Content-Type: multipart/form-data; boundary=x'],
  body: [
    ...[
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Type: text/plain',
      '',
    ],
    ...['some text '.repeat(20), '--x--', ''],
  ].join('\r\n'),
};
const OF_KEYS: Readonly<Record<string, Sending>> = {
  'an upload': UPLOAD,
  'a mail': { line: `POST ${API}/inbound-emails`, headers: ['Content-Type: message/rfc822'], body: aMail() },
  'a ticket': {
    line: `POST ${API}/tickets`,
    headers: ['Content-Type: application/json'],
    body: JSON.stringify({ email: 'jane@customer.example', subject: 'Late', description: '' }),
  },
};

/** Begins a request, all but the end of its body, and waits until the service has looked at it. @returns what sends the end */
async function begun({ line, headers, body }: Sending, key: string | null) {
  const connection = await RawConnection.to(app.url);
  opened.push(connection);
  const all = [...(key === null ? [] : [`X-Api-Key: ${key}`]), ...headers, `Content-Length: ${body.length}`];
  connection.send(requestHead(`${line} HTTP/1.1`, acme.subdomain, ...all) + body.slice(0, -5));
  await acme.client.get('/tickets').expect(200);
  return (): Promise<unknown> => {
    connection.send(body.slice(-5));
    return connection.reply();
  };
}

/** Counts what a request can leave: rows, and files in the folder. */
async function left(): Promise<number> {
  const { workspaceId } = acme.scope;
  const rows = await asAdmin(
    app.database,
    `SELECT id FROM attachments WHERE workspace_id = $1 UNION ALL SELECT id FROM inbound_emails WHERE workspace_id = $1
     UNION ALL SELECT id FROM tickets WHERE workspace_id = $1`,
    [workspaceId],
  );
  const kept = await readdir(join(files.path, workspaceId), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return rows.length + kept.filter((entry) => entry.isFile()).length;
}

async function revoked(): Promise<void> {
  const [key] = await app.operator.listKeys(acme.scope.workspaceId);
  await app.operator.revokeKey(acme.scope.workspaceId, key?.id ?? '');
  await until(async () => (await acme.client.get('/tickets')).status === 401);
}

async function suspended(): Promise<void> {
  await app.operator.suspend(acme.scope.workspaceId, true);
  await until(async () => (await acme.client.get('/tickets')).status === 403);
}

describe.each(Object.entries(OF_KEYS))('%s that comes slowly', (_what, sending) => {
  it('is taken', async () => {
    const end = await begun(sending, acme.key);
    expect(await end()).toMatchObject({ status: 201 });
  });

  it('is refused when its key is revoked meanwhile, and leaves nothing', async () => {
    const end = await begun(sending, acme.key);
    await revoked();
    expect(await end()).toMatchObject({
      status: 401,
      body: expect.stringContaining('Authentication failed') as string,
    });
    await until(async () => (await left()) === 0, 60, left);
  });

  it('is refused when its workspace is suspended meanwhile, and leaves nothing', async () => {
    const end = await begun(sending, acme.key);
    await suspended();
    expect(await end()).toMatchObject({
      status: 403,
      body: expect.stringContaining('workspace_suspended') as string,
    });
    await until(async () => (await left()) === 0, 60, left);
  });
});

it('an upload of which nothing more comes is refused within a second after its key is revoked, and leaves nothing', async () => {
  await begun(UPLOAD, acme.key);
  const [upload] = opened;
  await revoked();
  expect(await aSecondLater(() => Promise.resolve(upload?.replies.map(({ status }) => status)))).toEqual([
    401,
  ]);
  await until(async () => (await left()) === 0, 60, left);
});

describe('a body without a key', () => {
  it('of an announced file is refused when the workspace is suspended meanwhile, and no byte stays', async () => {
    const { url, headers } = await announce(acme.client, 'some text');
    const line = `PUT ${new URL(url).pathname}`;
    const sent = { line, headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`) };
    const end = await begun({ ...sent, body: 'some text' }, null);
    await suspended();
    expect(await end()).toMatchObject({ status: 404 });
    // The announcement is a row, and there is no file.
    await until(async () => (await left()) === 1, 60, left);
    await app.operator.suspend(acme.scope.workspaceId, false);
    await until(async () => (await acme.client.get('/tickets')).status === 200);
    expect(await (await begun({ ...sent, body: 'some text' }, null))()).toMatchObject({ status: 204 });
  });

  it.each([
    ['plain', 'application/x-www-form-urlencoded', 'subject=Late&token=none'],
    ['with files', UPLOAD.headers[0]?.split(': ')[1] ?? '', UPLOAD.body],
  ])('of a form, %s, is refused when the workspace is suspended meanwhile', async (_how, type, body) => {
    const sending = { line: 'POST /forms/contact-us', headers: [`Content-Type: ${type}`], body };
    const end = await begun(sending, null);
    await suspended();
    expect(await end()).toMatchObject({ status: 404 });
    await until(async () => (await left()) === 0, 60, left);
  });
});
