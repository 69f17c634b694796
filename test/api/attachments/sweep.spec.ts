import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, rmdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStorageName } from '../../../src/platform/storage/file-storage.js';
import { FolderStorage } from '../../../src/platform/storage/folder-storage.js';
import { attached, endUploadsIn, PNG, upload } from '../../support/data/attachments.js';
import { aWorkspace, deleteRowsOf, deleteTickets, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

describe('the sweep', () => {
  // @proves E-16-6
  it('removes uploads that nobody has attached in 24 hours, and nothing else', async () => {
    const { path } = await attached(desk.client);
    const late = await upload(desk.client);
    await sweep();
    expect(await files()).toBe(2);
    await endUploadsIn(desk, 0);
    const refused = await desk.client.post('/tickets', { attachments: [late.signed_id] }).expect(422);
    expect(refused.text).toContain('is too old');
    await sweep();
    expect(await files()).toBe(1);
    await desk.client.get(path).expect(200);
  });

  // @proves E-16-6
  it('removes bytes without a record, and parts of files', async () => {
    await attached(desk.client);
    const storage = new FolderStorage(folder);
    await storage.write(newStorageName(desk.scope.workspaceId), bytes());
    expect(await files()).toBe(2);
    await sweep();
    expect(await files()).toBe(1);
  });

  it('leaves young bytes without a record, because a request may be about to commit it, and comes back for them', async () => {
    await attached(desk.client);
    expect(await app.operator.sweepFiles(60_000)).toBe(3_600_000);
    const storage = new FolderStorage(folder);
    await storage.write(newStorageName(desk.scope.workspaceId), bytes());
    expect(await app.operator.sweepFiles(60_000)).toBe(60_000);
    expect(await files()).toBe(2);
    await deleteRowsOf(desk);
    expect(await app.operator.sweepFiles(60_000)).toBe(3_600_000);
    expect(await files()).toBe(0);
  });

  // @proves E-16-6
  it('removes the files of a ticket that is gone', async () => {
    const { path } = await attached(desk.client);
    await deleteTickets(desk);
    await desk.client.get(path).expect(404);
    await sweep();
    expect(await files()).toBe(0);
  });

  // @proves E-16-6
  it('removes the files of a removed workspace, and of none that it never knew', async () => {
    await attached(desk.client);
    const storage = new FolderStorage(folder);
    const foreign = newStorageName('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as never);
    await storage.write(foreign, bytes());
    await deleteRowsOf(desk);
    await sweep();
    expect(await files()).toBe(0);
    const left = await storage.read(foreign);
    expect(left).not.toBeNull();
    left?.destroy();
    await storage.remove(foreign);
  });

  // @proves E-16-6
  it('comes back for a file of a removed workspace that could not be removed', async () => {
    for (const filename of ['a.png', 'b.png']) await upload(desk.client, PNG, { filename });
    const place = join(folder, desk.scope.workspaceId);
    const [first] = (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    // A folder that stands in the place of its unfinished bytes keeps a file from being removed.
    const obstacle = join(first?.parentPath ?? '', `${first?.name}.part`);
    await mkdir(obstacle);
    // No file comes any more after this time.
    await deleteRowsOf(desk, 26);
    await sweep();
    expect(await files()).toBe(1);
    await rmdir(obstacle);
    await sweep();
    expect(await files()).toBe(0);
  });

  it('goes on with the files of others when the folders of some workspaces cannot be read, and says so', async () => {
    const broken = Array.from({ length: 30 }, () => join(folder, randomUUID()));
    // Nobody can open a link to itself.
    for (const place of broken.slice(15)) await symlink(place, place);
    await new FolderStorage(folder).write(newStorageName(desk.scope.workspaceId), bytes());
    for (const place of broken.slice(0, 15)) await symlink(place, place);
    await expect(sweep()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await files()).toBe(0);
    for (const place of broken) await rm(place);
    await sweep();
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(Buffer.from('left behind'));
}
