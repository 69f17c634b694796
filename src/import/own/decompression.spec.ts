import { gzipSync } from 'node:zlib';
import { inPieces } from '../../../test/support/servers/streams.js';
import { compressionOf, decompressed } from './decompression.js';

/** `echo '{"email":"a@b.example","subject":"Packed"}' | zstd -19`, in base64. */
const ZSTD = 'KLUv/QRoWQEAeyJlbWFpbCI6ImFAYi5leGFtcGxlIiwic3ViamVjdCI6IlBhY2tlZCJ9CjTIe7E=';
const TEXT = '{"email":"a@b.example","subject":"Packed"}\n';

async function unpacked(bytes: Uint8Array, kind: 'gzip' | 'zstd', size = 7): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of decompressed(inPieces(bytes, size), kind)) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts).toString();
}

/** A Zstandard frame with a window of 2^30 bytes, which is all that its header says. */
const LARGE_WINDOW = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 1, 0, 0, 0, 0, 0, 0, 0, 0);

/** 64 KiB that say 2 GiB of zeros: blocks of four bytes, each 128 KiB of one byte. */
function bomb(): Buffer {
  const block = Buffer.of(0x02, 0x00, 0x10, 0x00);
  return Buffer.concat([Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38), ...Array<Buffer>(16_384).fill(block)]);
}

describe('packed bytes', () => {
  it('are told by the end of the name', () => {
    expect(['a.ndjson', 'a.csv.gz', 'a.ZST', 'gz'].map(compressionOf)).toEqual([
      'none',
      'gzip',
      'zstd',
      'none',
    ]);
  });

  it('come out as they went in, wherever they are cut, also several one behind the other', async () => {
    const zstd = Buffer.from(ZSTD, 'base64');
    for (const size of [1, 5, 1_000]) {
      expect(await unpacked(gzipSync(TEXT), 'gzip', size)).toBe(TEXT);
      expect(await unpacked(zstd, 'zstd', size)).toBe(TEXT);
      expect(await unpacked(Buffer.concat([zstd, zstd]), 'zstd', size)).toBe(TEXT + TEXT);
    }
  });

  it.each([
    ['text', 'gzip', Buffer.from(TEXT), /^is not gzip, or it is damaged: /],
    ['half of it', 'gzip', gzipSync(TEXT).subarray(0, 30), /^is not gzip, or it is damaged: /],
    ['text', 'zstd', Buffer.from(TEXT), /^is not Zstandard$/],
    ['nothing', 'zstd', new Uint8Array(), /^is not Zstandard$/],
    [
      'half of it',
      'zstd',
      Buffer.from(ZSTD, 'base64').subarray(0, 30),
      /^is not Zstandard, or it is damaged: /,
    ],
    ['a huge window', 'zstd', LARGE_WINDOW, /^needs more than 128 MiB of memory/],
  ] as const)('are refused: %s instead of %s', async (_name, kind, bytes, message) => {
    await expect(unpacked(bytes, kind)).rejects.toThrow(message);
  });

  it('that would fill the memory are refused after a few of them', async () => {
    let length = 0;
    const reading = (async () => {
      for await (const part of decompressed(inPieces(bomb(), 16 * 1024), 'zstd')) length += part.length;
    })();
    await expect(reading).rejects.toThrow('would be more than 1000 times as large when it is unpacked');
    expect(length).toBeLessThan(64 * 1024 * 1024);
  });
});
