import { announce, raise } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let server: S3Server;
let app: TestApp;

beforeAll(async () => {
  server = await S3Server.start();
  app = await startTestApp({ s3: server.options, requestTimeoutMs: 4_000 });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

// @proves E-16-1
it('a file that takes longer to be taken over than a request may last is attached by the next try', async () => {
  const { client, scope } = await aWorkspace(app);
  const { signedId, url, headers } = await announce(client, 'hello');
  await fetch(url, { method: 'PUT', headers, body: 'hello' });
  let answerReads = (): void => undefined;
  server.readable = new Promise((resolve) => (answerReads = resolve));
  // Two tries at once, and one after the other, wait for one taking over.
  await Promise.all([1, 2].map(() => raise(client, [signedId]).expect(503)));
  await raise(client, [signedId]).expect(503);
  const before = server.reads;
  answerReads();
  const arrived = () =>
    asAdmin(app.database, 'SELECT id FROM attachments WHERE workspace_id = $1 AND sha256 IS NOT NULL', [
      scope.workspaceId,
    ]);
  await until(async () => (await arrived()).length === 1);
  await raise(client, [signedId]).expect(201);
  expect(server.reads).toBe(before);
});
