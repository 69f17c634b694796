import type { StoredBytes } from './file-storage.js';
import { storageUnavailable } from './storage.errors.js';

/**
 * Bytes of a file of which there must be as many as its record says. They end with `storageUnavailable` (503) when the storage has fewer,
 * and also when it has more: these are never given. So nobody gets a damaged file that looks whole.
 */
export class CountedBytes implements StoredBytes {
  constructor(
    private readonly bytes: StoredBytes,
    private readonly count: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let left = this.count;
    for await (const piece of this.bytes) {
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
    if (left !== 0)
      throw storageUnavailable(new Error('The storage has a file of another length than its record.'));
  }

  destroy(): void {
    this.bytes.destroy();
  }
}
