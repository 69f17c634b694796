import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { WorkspaceId } from '../../kernel/ids.js';
import { newStorageName, workspaceOf, type StorageName } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';

const WORKSPACE = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b' as WorkspaceId;

const aWorkspaceId = () => randomUUID() as WorkspaceId;

let folder: string;
let storage: FolderStorage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'support-desk-test-'));
  storage = new FolderStorage(join(folder, 'attachments'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* bytes(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Promise.resolve(Buffer.from(chunk));
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield* bytes('half');
  throw new Error('The sender is gone.');
}

const textOf = async (name: StorageName, range?: { first: number; last: number }) => {
  const stream = await storage.read(name, range);
  return stream && (await buffer(stream)).toString();
};

const filesIn = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const listed = async () => {
  const names: StorageName[] = [];
  for await (const { name, ageMs } of storage.list()) {
    expect(ageMs).toBeLessThan(60_000);
    names.push(name);
  }
  return names;
};

it('A file is read as it was written, whole and in part.', async () => {
  const name = newStorageName(WORKSPACE);
  await storage.write(name, bytes('one ', 'two ', 'three'));
  expect(await textOf(name)).toBe('one two three');
  expect(await textOf(name, { first: 4, last: 6 })).toBe('two');
  expect(await textOf(name, { first: 0, last: 0 })).toBe('o');
  expect(workspaceOf(name)).toBe(WORKSPACE);
});

it('A file that was not written, or was removed, is not there.', async () => {
  const name = newStorageName(WORKSPACE);
  expect(await textOf(name)).toBeNull();
  await storage.write(name, bytes('x'));
  await storage.remove(name);
  await storage.remove(name);
  expect(await textOf(name)).toBeNull();
  expect(await filesIn()).toEqual([]);
});

it('Nothing stays of a file whose sender fails, and the failure is that of the sender.', async () => {
  const name = newStorageName(WORKSPACE);
  await expect(storage.write(name, failing())).rejects.toThrow('The sender is gone.');
  expect(await textOf(name)).toBeNull();
  expect(await filesIn()).toEqual([]);
});

it('A second writer of a name is refused while the first one writes, and the first one continues.', async () => {
  const name = newStorageName(WORKSPACE);
  await storage.write(name, overtaken());
  expect(await textOf(name)).toBe('first');

  async function* overtaken(): AsyncGenerator<Uint8Array> {
    await expect(storage.write(name, bytes('second'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    yield* bytes('first');
  }
});

it('The list has whole files and parts of files, and nothing that others have put there.', async () => {
  const [whole, part] = [newStorageName(WORKSPACE), newStorageName(WORKSPACE)];
  await storage.write(whole, bytes('x'));
  const [workspace = '', file = ''] = part.split('/');
  const shelf = join(folder, 'attachments', workspace, file.slice(0, 2));
  await mkdir(shelf, { recursive: true });
  await writeFile(join(shelf, `${file}.part`), 'half');
  await writeFile(join(shelf, 'notes.txt'), 'mine');
  await writeFile(join(folder, 'attachments', 'README'), 'mine');
  expect((await listed()).sort()).toEqual([whole, part].sort());
  await storage.remove(part);
  expect(await listed()).toEqual([whole]);
});

it('An empty storage lists nothing.', async () => {
  expect(await listed()).toEqual([]);
});

it.each(['../../etc/passwd', `${WORKSPACE}/../secret`, '', `${WORKSPACE}/${'A'.repeat(32)}`])(
  'A name that is not one of ours is refused: %j.',
  async (name) => {
    await expect(storage.read(name as StorageName)).rejects.toThrow(TypeError);
    await expect(storage.remove(name as StorageName)).rejects.toThrow(TypeError);
  },
);

it('A disk that fails is 503, and says nothing of its paths.', async () => {
  await writeFile(join(folder, 'attachments'), 'a file in place of the folder');
  const failure = storage.write(newStorageName(WORKSPACE), bytes('x'));
  await expect(failure).rejects.toMatchObject({ kind: 'unavailable', code: 'storage_unavailable' });
  await expect(failure).rejects.not.toThrow(folder);
});

it('Folders of workspaces that cannot be read keep nobody from the files of others, and the list says so at its end.', async () => {
  const good = Array.from({ length: 5 }, () => newStorageName(aWorkspaceId()));
  for (const name of good) {
    await storage.write(name, bytes('x'));
    // Nobody can open a link to itself, not even root.
    const bad = join(folder, 'attachments', aWorkspaceId());
    await symlink(bad, bad);
  }
  const names: StorageName[] = [];
  const all = async () => {
    for await (const { name } of storage.list()) names.push(name);
  };
  await expect(all()).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(names.sort()).toEqual(good.sort());
});

it('A check makes no folder and leaves no file, wherever it begins.', async () => {
  await storage.check();
  expect(await readdir(folder)).toEqual([]);
  await storage.write(newStorageName(WORKSPACE), bytes('x'));
  await Promise.all([storage.check(), storage.check()]);
  await storage.check();
  expect(await filesIn()).toHaveLength(1);
  expect(await listed()).toHaveLength(1);
});

it('A check fails while no file could be written, and not after that.', async () => {
  await writeFile(join(folder, 'attachments'), 'a file in place of the folder');
  const below = new FolderStorage(join(folder, 'attachments', 'below'));
  for (const wrong of [storage, below])
    for (let times = 0; times < 2; times += 1)
      await expect(wrong.check()).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(await filesIn()).toEqual(['attachments']);
  await rm(join(folder, 'attachments'));
  await storage.check();
  await below.check();
});
