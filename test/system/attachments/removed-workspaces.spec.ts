import { announce } from '../../support/data/attachments.js';
import { aWorkspace, deleteRowsOf, type TestWorkspace } from '../../support/data/builders.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { all } from '../../support/servers/streams.js';
import { S3Storage } from '../../../src/platform/storage/s3-storage.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

let server: S3Server;
let bucket: S3Storage;
let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  server = await S3Server.start();
  bucket = new S3Storage(server.options);
  app = await startTestApp({ s3: server.options });
});
beforeEach(async () => {
  desk = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  bucket.close();
  await server.stop();
});

const objects = async () => (await all(bucket.list(desk.scope.workspaceId))).length;

const ofDesk = (text: string) => asAdmin(app.database, text, [desk.scope.workspaceId]);
const isRemembered = async () => (await ofDesk('SELECT FROM removed_workspaces WHERE id = $1')).length === 1;

/** Announces a file. @returns a function that sends it to its address in the bucket */
async function announced(): Promise<() => Promise<void>> {
  const { url, headers } = await announce(desk.client, 'hello');
  return async () => {
    expect((await fetch(url, { method: 'PUT', headers, body: 'hello' })).status).toBe(200);
  };
}

describe('the sweep of a bucket', () => {
  // @proves E-16-6
  it('removes a file that comes after its workspace was removed, as long as its address is good', async () => {
    const send = await announced();
    await deleteRowsOf(desk);
    await app.operator.sweepFiles();
    await send();
    expect(await objects()).toBe(1);
    await app.operator.sweepFiles();
    expect([await objects(), await isRemembered()]).toEqual([0, true]);
    await ofDesk("UPDATE removed_workspaces SET removed_at = removed_at - interval '26 hours' WHERE id = $1");
    await app.operator.sweepFiles();
    expect(await isRemembered()).toBe(false);
  });

  it('remembers a removed workspace until the last of its addresses has ended', async () => {
    await deleteRowsOf(desk, 24);
    await app.operator.sweepFiles();
    expect(await isRemembered()).toBe(true);
  });
});
