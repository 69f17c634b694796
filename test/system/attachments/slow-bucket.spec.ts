import { announce, raise } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { all } from '../../support/servers/streams.js';
import { S3Storage } from '../../../src/platform/storage/s3-storage.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let server: S3Server;
let app: TestApp;
/** Another process of the installation. */
let other: TestApp;

beforeAll(async () => {
  server = await S3Server.start();
  const start = () => startTestApp({ s3: server.options, requestTimeoutMs: 4_000 });
  [app, other] = [await start(), await start()];
});
afterAll(async () => {
  await app.stop();
  await other.stop();
  await server.stop();
});

/** Reads from now on are answered when the function is called. */
function heldReads(): () => void {
  let answer = (): void => undefined;
  server.readable = new Promise((resolve) => (answer = resolve));
  return answer;
}

/** Announces a file, and sends it to the bucket. */
async function sent({ client }: TestWorkspace): Promise<string> {
  const { signedId, url, headers } = await announce(client, 'hello');
  await fetch(url, { method: 'PUT', headers, body: 'hello' });
  return signedId;
}

const rowsOf = ({ scope }: TestWorkspace) =>
  asAdmin<{ sha256: Buffer | null }>(app.database, 'SELECT sha256 FROM attachments WHERE workspace_id = $1', [
    scope.workspaceId,
  ]);

const isTakenOver = async (desk: TestWorkspace) => (await rowsOf(desk)).some(({ sha256 }) => sha256 !== null);

// @proves E-16-1
it('a file that takes longer to be taken over than a request may last is attached by the next try', async () => {
  const desk = await aWorkspace(app);
  const signedId = await sent(desk);
  const answerReads = heldReads();
  // Two tries at once, and one after the other, wait for one taking over.
  await Promise.all([1, 2].map(() => raise(desk.client, [signedId]).expect(503)));
  await raise(desk.client, [signedId]).expect(503);
  const before = server.reads;
  answerReads();
  await until(() => isTakenOver(desk));
  await raise(desk.client, [signedId]).expect(201);
  expect(server.reads).toBe(before);
});

// @proves E-16-1
it('a file that two processes take over is attached when one of them has it, and the copy of the other goes', async () => {
  const desk = await aWorkspace(app);
  const signedId = await sent(desk);
  const answerFirst = heldReads();
  await raise(desk.client, [signedId]).expect(503);
  const answerSecond = heldReads();
  await raise(new ApiClient(other, desk.subdomain, desk.key), [signedId]).expect(503);
  answerFirst();
  await until(() => isTakenOver(desk));
  await raise(desk.client, [signedId]).expect(201);
  answerSecond();
  // The record of a copy goes with the copy.
  await until(async () => (await rowsOf(desk)).length === 1);
  expect(await isTakenOver(desk)).toBe(true);
  await app.operator.sweepFiles();
  const bucket = new S3Storage(server.options);
  expect(await all(bucket.list(desk.scope.workspaceId))).toHaveLength(1);
  bucket.close();
});
