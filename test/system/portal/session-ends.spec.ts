// Whatever ends a session ends it in every process within a second, and the upload that is under way with it.
import { aKey, aWorkspace, revokeKey, type TestWorkspace } from '../../support/data/builders.js';
import { aSession, type TestSession } from '../../support/data/sessions.js';
import { Desk } from '../../support/servers/desk.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { startTestApp, useDesk, type TestApp } from '../../support/test-app.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';
import { aSecondLater, until } from '../../support/until.js';

const app = useDesk();
let other: TestApp;
let acme: TestWorkspace;
const opened: RawConnection[] = [];

beforeAll(async () => {
  other = await startTestApp({});
});
afterAll(() => other.stop());
beforeEach(async () => {
  acme = await aWorkspace(app);
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

const statuses = ({ page }: TestSession) =>
  Promise.all([page, page.at(other)].map(async (client) => (await client.get('/me')).status));

const filesOf = () =>
  asAdmin(app.database, 'SELECT id FROM attachments WHERE workspace_id = $1', [acme.scope.workspaceId]);

/** Begins an upload of which nothing more comes, and waits until its file has a record. */
async function anUpload({ token }: TestSession): Promise<RawConnection> {
  const connection = await RawConnection.to(other.url);
  opened.push(connection);
  const part = `Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain`;
  const head = requestHead(
    'POST /api/customer/v1/attachments HTTP/1.1',
    acme.subdomain,
    ...[`Authorization: Bearer ${token}`, 'Content-Type: multipart/form-data; boundary=x'],
    'Content-Length: 100000',
  );
  connection.send(`${head}--x\r\n${part}\r\n\r\nsome text`);
  await until(async () => (await filesOf()).length === 1);
  return connection;
}

/** Both processes know the session, and refuse it within a second. The upload is answered, and leaves nothing. */
async function endsBy(session: TestSession, end: () => Promise<unknown>): Promise<void> {
  expect(await statuses(session)).toEqual([200, 200]);
  const upload = await anUpload(session);
  await end();
  expect(await aSecondLater(() => statuses(session))).toEqual([401, 401]);
  expect(upload.replies.map(({ status }) => status)).toEqual([401]);
  await until(async () => (await filesOf()).length === 0);
}

// @proves E-30-6
describe('a session ends for good, in every process within a second', () => {
  it('by its id', async () => {
    const session = await aSession(acme);
    await endsBy(session, () => acme.client.delete(`/customer-sessions/${session.id}`).expect(204));
  });

  it('by its customer, and others stay', async () => {
    const stays = await aSession(acme, { email: 'stays@customer.example' });
    const session = await aSession(acme, { email: 'goes@customer.example' });
    await endsBy(session, () =>
      acme.client.delete(`/customer-sessions?customer_id=${session.customer.id}`).expect(204),
    );
    expect(await statuses(stays)).toEqual([200, 200]);
  });

  it('by a command of the operator', async () => {
    const session = await aSession(acme);
    const { email } = session.customer;
    await endsBy(session, () => Desk.on(testDatabase()).output(['sessions', 'end', acme.subdomain, email]));
  });

  it('when its time is over', async () => {
    const session = await aSession(acme);
    // A session lives for five minutes at least.
    const ends = `UPDATE customer_sessions SET expires_at = now() + interval '4 seconds' WHERE id = $1 RETURNING expires_at`;
    const [row] = await asAdmin(app.database, ends, [session.id]);
    const { expires_at: at } = row as { expires_at: Date };
    await endsBy(session, () => until(() => Date.now() >= new Date(at).getTime()));
  });

  it('with its key', async () => {
    const key = await aKey(acme, 'goes', { scopes: ['customers:impersonate'] });
    await endsBy(await aSession(acme, {}, key), () => revokeKey(acme, 'goes'));
  });

  it('with the erasure of its customer', async () => {
    const session = await aSession(acme, { email: 'erased@customer.example' });
    const { ownerUrl } = testDatabase();
    const desk = Desk.on(testDatabase(), { MIGRATION_DATABASE_URL: ownerUrl });
    await endsBy(session, () =>
      desk.output(['customers', 'erase', acme.subdomain, 'erased@customer.example', '--confirm']),
    );
  });

  it('with the suspension of its workspace, and stays ended when that is over', async () => {
    const session = await aSession(acme);
    const desk = Desk.on(testDatabase());
    await endsBy(session, () => desk.output(['workspace', 'suspend', acme.subdomain]));
    await desk.output(['workspace', 'resume', acme.subdomain]);
    await until(async () => (await acme.client.get('/tickets')).status === 200);
    expect(await statuses(session)).toEqual([401, 401]);
  });

  it('with the suspension of its workspace, even when a process made it before it knew of that', async () => {
    const session = await aSession(acme);
    const [made] = await asAdmin<{ row: object }>(
      app.database,
      'SELECT to_jsonb(s) AS row FROM customer_sessions s WHERE id = $1',
      [session.id],
    );
    const desk = Desk.on(testDatabase());
    await desk.output(['workspace', 'suspend', acme.subdomain]);
    const late =
      'INSERT INTO customer_sessions SELECT (jsonb_populate_record(NULL::customer_sessions, $1)).*';
    await asAdmin(app.database, late, [made?.row]);
    await desk.output(['workspace', 'resume', acme.subdomain]);
    await until(async () => (await acme.client.get('/tickets')).status === 200);
    expect(await statuses(session)).toEqual([401, 401]);
  });
});
