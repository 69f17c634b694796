import { readdir } from 'node:fs/promises';
import { announce, PNG, raise, sendFile, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FakeClamd } from '../../support/fakes/fake-clamd.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

// The scanner finds the word EVIL. It speaks the protocol of clamd on a real socket.
let clamd: FakeClamd;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  clamd = await FakeClamd.start();
  folder = await temporaryFolder();
  app = await startTestApp({ clamd: clamd.address, attachmentsDir: folder.path });
});
beforeEach(async () => {
  desk = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await clamd.stop();
  await folder.remove();
});

/** What stays of the workspace: records, and files in the folder. */
async function kept(): Promise<{ records: number; files: number }> {
  const { workspaceId } = desk.scope;
  const rows = await asAdmin(app.database, 'SELECT id FROM attachments WHERE workspace_id = $1', [
    workspaceId,
  ]);
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath.includes(workspaceId));
  return { records: rows.length, files: files.length };
}

const FOUND = 'was refused, because the virus scanner found Test.Evil-1 in it';

// @proves E-16-12
describe('a file that a virus scanner sees', () => {
  it('is stored and can be attached when it is clean', async () => {
    const { signed_id: signedId } = await upload(desk.client, PNG);
    expect(clamd.files.at(-1)).toEqual(PNG);
    await raise(desk.client, [signedId]).expect(201);
    expect(await kept()).toEqual({ records: 1, files: 1 });
  });

  it('is refused with the name of what was found, and nothing of it stays', async () => {
    const refused = await sendFile(desk.client, 'an EVIL file', { filename: 'a.txt' }).expect(422);
    expect(refused.body).toMatchObject({
      code: 'invalid_request',
      field_errors: [{ field: 'file', message: FOUND }],
    });
    expect(await kept()).toEqual({ records: 0, files: 0 });
  });

  it('is seen too when it comes to an upload address', async () => {
    const { signedId, url, headers } = await announce(desk.client, 'EVIL');
    const sent = await desk.stranger.request('put', new URL(url).pathname).set(headers).send('EVIL');
    expect([sent.status, sent.body.field_errors]).toEqual([422, [{ field: 'file', message: FOUND }]]);
    await raise(desk.client, [signedId]).expect(422);
    expect((await kept()).files).toBe(0);
  });

  it('is refused for now while the scanner is away or takes no file of its size', async () => {
    clamd.maxBytes = 10;
    const large = await sendFile(desk.client, 'more than ten bytes', { filename: 'a.txt' });
    expect([large.status, large.body.code]).toEqual([503, 'virus_scan_unavailable']);
    expect(large.body.error).toContain('StreamMaxLength');
    clamd.maxBytes = 1_000_000;
    clamd.isAway = true;
    const away = await sendFile(desk.client, PNG);
    clamd.isAway = false;
    expect([away.status, away.body.code]).toEqual([503, 'virus_scan_unavailable']);
    expect(await kept()).toEqual({ records: 0, files: 0 });
    await sendFile(desk.client, PNG).expect(201);
  });
});
