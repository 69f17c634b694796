import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClamd } from '../../../test/support/fakes/fake-clamd.js';
import { all, chunksOf } from '../../../test/support/servers/streams.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Clamd } from '../virus-scan/clamd.js';
import { newStorageName, type FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';
import { scanned } from './scanned-storage.js';

const WORKSPACE = '0198c0de-0000-7000-8000-000000000001' as WorkspaceId;

let folder: string;
let clamd: FakeClamd;
let storage: FileStorage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'support-desk-test-'));
  clamd = await FakeClamd.start();
  storage = scanned(new FolderStorage(folder), new Clamd(clamd.address));
});
afterEach(async () => {
  await clamd.stop();
  await rm(folder, { recursive: true });
});

/** The files that are there, in whatever folder and state. */
const files = async (): Promise<string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
};

it('a clean file is stored with all its bytes', async () => {
  const name = newStorageName(WORKSPACE);
  await storage.write(name, chunksOf('clean ', 'file'));
  const stream = await storage.read(name);
  expect(String(Buffer.concat(stream ? await all(stream as AsyncIterable<Uint8Array>) : []))).toBe(
    'clean file',
  );
  expect(clamd.files.map(String)).toEqual(['clean file']);
});

it('an infected file is refused as invalid, and none of its bytes stay', async () => {
  const name = newStorageName(WORKSPACE);
  await expect(storage.write(name, chunksOf('an EV', 'IL file'))).rejects.toMatchObject({
    kind: 'invalid',
    code: 'invalid_request',
    problems: [{ path: 'file', message: 'was refused, because the virus scanner found Test.Evil-1 in it' }],
  });
  expect(await files()).toEqual([]);
  expect(await storage.read(name)).toBeNull();
});

it('a file that cannot be checked is refused for now, and none of its bytes stay', async () => {
  await clamd.stop();
  await expect(storage.write(newStorageName(WORKSPACE), chunksOf('x'))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'virus_scan_unavailable',
  });
  expect(await files()).toEqual([]);
  await expect(storage.check()).rejects.toMatchObject({ code: 'virus_scan_unavailable' });
  clamd = await FakeClamd.start();
});

it('a folder gives no addresses, and so the storage has none', () => {
  expect('uploadAddress' in storage).toBe(false);
  expect('downloadAddress' in storage).toBe(false);
});
