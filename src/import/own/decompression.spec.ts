import { gzipSync } from 'node:zlib';
import { inPieces } from '../../../test/support/servers/streams.js';
import { gunzipped } from './decompression.js';

const TEXT = '{"email":"a@b.example","subject":"Packed"}\n';

async function unpacked(bytes: Uint8Array, size = 7): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of gunzipped(inPieces(bytes, size))) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts).toString();
}

describe('packed bytes', () => {
  it('are unpacked to the same bytes, wherever they are cut, even several streams one after the other', async () => {
    for (const size of [1, 5, 1_000]) {
      expect(await unpacked(gzipSync(TEXT), size)).toBe(TEXT);
      expect(await unpacked(Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)]), size)).toBe(TEXT + TEXT);
    }
  });

  it.each([
    ['text', Buffer.from(TEXT)],
    ['half of it', gzipSync(TEXT).subarray(0, 30)],
  ])('are refused: %s instead of gzip', async (_name, bytes) => {
    await expect(unpacked(bytes)).rejects.toThrow(/^is not gzip, or it is damaged: /);
  });
});
