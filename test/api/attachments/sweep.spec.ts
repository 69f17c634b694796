import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStorageName } from '../../../src/platform/storage/file-storage.js';
import { FolderStorage } from '../../../src/platform/storage/folder-storage.js';
import { attached, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

let folder: string;
let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'support-desk-test-'));
  app = await startTestApp({ attachmentsDir: folder });
});
beforeEach(async () => {
  desk = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

/** How many files of the workspace the folder has. */
const files = async () =>
  (await readdir(join(folder, desk.scope.workspaceId), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

const sweep = () => app.operator.sweepFiles();

const change = (text: string) => asAdmin(app.database, text, [desk.scope.workspaceId]);

describe('the sweep', () => {
  it('takes away what nobody has attached in 24 hours, and nothing else [E-16-6]', async () => {
    const { path } = await attached(desk.client);
    const late = await upload(desk.client);
    await sweep();
    expect(await files()).toBe(2);
    await change(
      `UPDATE attachments SET expires_at = now() WHERE workspace_id = $1 AND expires_at IS NOT NULL`,
    );
    const refused = await desk.client.post('/tickets', { attachments: [late.signed_id] }).expect(422);
    expect(refused.text).toContain('is too old');
    await sweep();
    expect(await files()).toBe(1);
    await desk.client.get(path).expect(200);
  });

  it('takes away bytes without a record, and parts of files [E-16-6]', async () => {
    await attached(desk.client);
    const storage = new FolderStorage(folder);
    await storage.write(newStorageName(desk.scope.workspaceId), bytes());
    expect(await files()).toBe(2);
    await sweep();
    expect(await files()).toBe(1);
  });

  it('takes away the files of a ticket that is gone [E-16-6]', async () => {
    const { path, ticketId } = await attached(desk.client);
    await asAdmin(app.database, 'DELETE FROM tickets WHERE workspace_id = $1 AND id = $2', [
      desk.scope.workspaceId,
      ticketId,
    ]);
    await desk.client.get(path).expect(404);
    await sweep();
    expect(await files()).toBe(0);
  });

  it('takes away the files of a workspace that was removed, and of none that it never knew [E-16-6]', async () => {
    await attached(desk.client);
    const storage = new FolderStorage(folder);
    const foreign = newStorageName('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as never);
    await storage.write(foreign, bytes());
    await change('DELETE FROM workspaces WHERE id = $1');
    await sweep();
    expect(await files()).toBe(0);
    const left = await storage.read(foreign);
    expect(left).not.toBeNull();
    left?.destroy();
    await storage.remove(foreign);
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(Buffer.from('left behind'));
}
