import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { contentTypeOf } from '../content-type.rules.js';
import type { ArrivedBytes } from '../attachment.row.js';

const HEAD_BYTES = 4_100;

/** Counts, hashes and judges the bytes of one file while they pass. */
export class IncomingBytes {
  private readonly md5 = createHash('md5');
  private readonly sha256 = createHash('sha256');
  private readonly head: Uint8Array[] = [];
  private headBytes = 0;
  private size = 0;
  private result: ArrivedBytes | undefined;

  constructor(
    private readonly declared: string,
    private readonly most: number,
    private readonly tooLarge: () => Error,
  ) {}

  /** Passes bytes on. It throws as soon as there are too many, and at the end when `judge` throws. */
  async *pass(
    source: AsyncIterable<Uint8Array>,
    judge: (bytes: ArrivedBytes) => void,
  ): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.add(bytes);
      yield bytes;
    }
    const detectedType = await detectedTypeOf(Buffer.concat(this.head));
    this.result = {
      contentType: contentTypeOf(this.declared, detectedType),
      detectedType,
      byteSize: this.size,
      checksum: this.md5.digest('base64'),
      sha256: this.sha256.digest(),
    };
    judge(this.result);
  }

  get arrived(): ArrivedBytes {
    if (this.result === undefined) throw new Error('The bytes have not all passed.');
    return this.result;
  }

  private add(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.size > this.most) throw this.tooLarge();
    this.md5.update(bytes);
    this.sha256.update(bytes);
    if (this.headBytes >= HEAD_BYTES) return;
    // A copy, because the memory of a chunk may be used again.
    this.head.push(Buffer.from(bytes.subarray(0, HEAD_BYTES - this.headBytes)));
    this.headBytes += Math.min(bytes.length, HEAD_BYTES - this.headBytes);
  }
}

/** Finds the type that the first bytes show, or null. The library throws when it needs more of them. */
async function detectedTypeOf(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    return null;
  }
}
