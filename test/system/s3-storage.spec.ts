import { createHash, randomBytes } from 'node:crypto';
import type { WorkspaceId } from '../../src/kernel/ids.js';
import {
  newStorageName,
  type StorageName,
  type StoredBytes,
} from '../../src/platform/storage/file-storage.js';
import { S3Storage, type S3Options } from '../../src/platform/storage/s3-storage.js';
import { S3Server } from '../support/fakes/s3-server.js';
import { all, chunksOf } from '../support/servers/streams.js';

const WORKSPACE = '0198c0de-0000-7000-8000-000000000001' as WorkspaceId;

const clock = { aheadMs: 0 };

let server: S3Server;
let storage: S3Storage;

const optionsOf = (more: Partial<S3Options> = {}): S3Options => ({
  endpoint: server.endpoint,
  publicEndpoint: undefined,
  bucket: server.bucket,
  region: 'us-east-1',
  keys: S3Server.keys,
  isPathStyle: true,
  ...more,
});

beforeAll(async () => {
  server = await S3Server.start(clock);
  storage = new S3Storage(optionsOf());
});
afterAll(async () => {
  storage.close();
  await server.stop();
});

const bytesOf = async (bytes: StoredBytes | null): Promise<Buffer> =>
  Buffer.concat(bytes === null ? [] : await all(bytes));
const stored = async (content: string): Promise<StorageName> => {
  const name = newStorageName(WORKSPACE);
  await storage.write(name, chunksOf(content));
  return name;
};
const names = async (): Promise<string[]> => (await all(storage.list())).map(({ name }) => name);

/** 20 MB in pieces of other sizes than the parts. */
async function* large(seed: Buffer): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < 20; sent += 1) yield Promise.resolve(Buffer.alloc(1_000_003, seed));
}

const AWAY = { kind: 'unavailable', code: 'storage_unavailable' };

describe('a bucket', () => {
  it('returns the bytes of a file, whole and in part', async () => {
    const name = await stored('first and last');
    expect(String(await bytesOf(await storage.read(name)))).toBe('first and last');
    expect(String(await bytesOf(await storage.read(name, { first: 6, last: 8 })))).toBe('and');
  });

  it('has no file that was never written', async () => {
    expect(await storage.read(newStorageName(WORKSPACE))).toBeNull();
  });

  it('takes empty files', async () => {
    expect(await bytesOf(await storage.read(await stored('')))).toHaveLength(0);
  });

  it('takes large files in parts', async () => {
    const [name, seed] = [newStorageName(WORKSPACE), randomBytes(1_000)];
    await storage.write(name, large(seed));
    const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    expect(digest(await bytesOf(await storage.read(name)))).toBe(
      digest(Buffer.concat(await all(large(seed)))),
    );
  });

  it.each([['small', 10], ['large', 12_000_000]])('keeps nothing of a %s file whose source fails', async (_size, bytes) => {
    const name = newStorageName(WORKSPACE);
    const ended = new Error('the client went away');
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.alloc(bytes));
      throw ended;
    };
    await expect(storage.write(name, broken())).rejects.toBe(ended);
    expect(await storage.read(name)).toBeNull();
    expect(await names()).not.toContain(name);
  }); // prettier-ignore

  it('lists its files and removes them, also twice', async () => {
    const name = await stored('x');
    const [found] = (await all(storage.list())).filter((file) => file.name === name);
    expect(found?.ageMs).toBeLessThan(60_000);
    await storage.remove(name);
    await storage.remove(name);
    expect(await names()).not.toContain(name);
  });

  it('is asked only for names that the service makes', async () => {
    await expect(storage.read('../../etc/passwd' as StorageName)).rejects.toThrow(TypeError);
  });
});

describe('a signed address', () => {
  const content = 'The bytes of a client';
  const promised = {
    size: Buffer.byteLength(content),
    checksum: createHash('md5').update(content).digest('base64'),
    contentType: 'text/plain',
  };

  it('takes the bytes with exactly its headers and no key', async () => {
    const name = newStorageName(WORKSPACE);
    const { url, headers } = await storage.uploadAddress(name, promised, 300);
    expect(headers).toEqual({ 'Content-Type': 'text/plain', 'Content-MD5': promised.checksum });
    const { status } = await fetch(url, { method: 'PUT', headers, body: content });
    expect(status).toBe(200);
    expect(String(await bytesOf(await storage.read(name)))).toBe(content);
  });

  it.each([
    ['another type', { 'Content-Type': 'text/html' }, content],
    ['another checksum', { 'Content-MD5': createHash('md5').update('x').digest('base64') }, content],
    ['another size', {}, `${content} and more`],
  ])('takes nothing with %s', async (_what, more, body) => {
    const name = newStorageName(WORKSPACE);
    const { url, headers } = await storage.uploadAddress(name, promised, 300);
    const { status } = await fetch(url, { method: 'PUT', headers: { ...headers, ...more }, body });
    expect(status).toBe(403);
    expect(await storage.read(name)).toBeNull();
  });

  it('is for one file and one method', async () => {
    const [name, other] = [newStorageName(WORKSPACE), newStorageName(WORKSPACE)];
    const { url, headers } = await storage.uploadAddress(name, promised, 300);
    const elsewhere = url.replace(name, other);
    expect((await fetch(elsewhere, { method: 'PUT', headers, body: content })).status).toBe(403);
    expect((await fetch(url)).status).toBe(403);
  });

  it('shows a file as requested, and to nobody without the signature', async () => {
    const name = await stored(content);
    const shown = { contentType: 'text/plain', contentDisposition: 'attachment; filename="a.txt"' };
    const url = await storage.downloadAddress(name, shown, 300);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, content]);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect(response.headers.get('content-type')).toBe('text/plain');
    const otherwise = url.replace('attachment%3B', 'inline%3B');
    expect((await fetch(otherwise)).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  });

  it('ends after its time', async () => {
    const shown = { contentType: 'text/plain', contentDisposition: 'inline' };
    const url = await storage.downloadAddress(await stored(content), shown, 300);
    clock.aheadMs = 290_000;
    expect((await fetch(url)).status).toBe(200);
    clock.aheadMs = 310_000;
    expect((await fetch(url)).status).toBe(403);
    clock.aheadMs = 0;
  });

  it('begins with the address at which clients reach the server', async () => {
    const elsewhere = new S3Storage(optionsOf({ publicEndpoint: 'https://files.example' }));
    const shown = { contentType: 'text/plain', contentDisposition: 'inline' };
    const url = await elsewhere.downloadAddress(newStorageName(WORKSPACE), shown, 300);
    expect(url).toMatch(/^https:\/\/files\.example\/attachments\//);
    const inHost = new S3Storage(optionsOf({ publicEndpoint: 'https://files.example', isPathStyle: false }));
    expect(await inHost.downloadAddress(newStorageName(WORKSPACE), shown, 300)).toMatch(
      /^https:\/\/attachments\.files\.example\//,
    );
  });
});

describe('a bucket that cannot be used is a 503', () => {
  it.each([
    ['a server that is away', { endpoint: 'http://127.0.0.1:9' }],
    ['a bucket that is not there', { bucket: 'nowhere' }],
    ['keys that the server does not know', { keys: { ...S3Server.keys, secret: 'other' } }],
  ])('%s', async (_what, more) => {
    const broken = new S3Storage(optionsOf(more));
    const name = newStorageName(WORKSPACE);
    await expect(broken.check()).rejects.toMatchObject(AWAY);
    await expect(broken.write(name, chunksOf('x'))).rejects.toMatchObject(AWAY);
    await expect(broken.read(name)).rejects.toMatchObject(AWAY);
    await expect(broken.remove(name)).rejects.toMatchObject(AWAY);
    await expect(all(broken.list())).rejects.toMatchObject(AWAY);
    broken.close();
  });

  it('that breaks off in the middle of a file', async () => {
    const name = await stored('first and last');
    server.breaksAfter = 5;
    const bytes = await storage.read(name);
    await expect(bytesOf(bytes)).rejects.toMatchObject(AWAY);
    server.breaksAfter = null;
    expect(String(await bytesOf(await storage.read(name)))).toBe('first and last');
  });

  it('but one that can be used is not', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
