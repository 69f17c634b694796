import { invalidRequest } from '../../kernel/errors.js';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Problems } from '../../kernel/problems.js';
import type { Clamd } from '../virus-scan/clamd.js';
import type {
  ByteRange,
  FileStorage,
  FileToWrite,
  PromisedFile,
  ShownFile,
  StoredBytes,
  StorageName,
  StoredFile,
  UploadAddress,
} from './file-storage.js';

/**
 * A storage whose files are checked for viruses while they are written. An infected file fails as a file whose source fails: nothing of
 * it stays. What clients send to the storage themselves is checked when it is taken over, because that writes it again.
 */
export class ScannedStorage implements FileStorage {
  readonly uploadAddress?: (name: StorageName, file: PromisedFile, seconds: number) => Promise<UploadAddress>;
  readonly downloadAddress?: (name: StorageName, file: ShownFile, seconds: number) => Promise<string>;

  constructor(
    private readonly storage: FileStorage,
    private readonly clamd: Clamd,
  ) {
    if (storage.uploadAddress) this.uploadAddress = storage.uploadAddress.bind(storage);
    if (storage.downloadAddress) this.downloadAddress = storage.downloadAddress.bind(storage);
  }

  /** Throws besides: invalid_request (422) for an infected file, virus_scan_unavailable (503). */
  write(name: StorageName, source: AsyncIterable<Uint8Array>, file: FileToWrite): Promise<void> {
    return this.storage.write(name, this.checked(source), file);
  }

  read(name: StorageName, range?: ByteRange): Promise<StoredBytes | null> {
    return this.storage.read(name, range);
  }

  remove(name: StorageName): Promise<void> {
    return this.storage.remove(name);
  }

  list(workspace?: WorkspaceId): AsyncIterable<StoredFile> {
    return this.storage.list(workspace);
  }

  async check(): Promise<void> {
    await this.clamd.check();
    await this.storage.check?.();
  }

  private async *checked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const verdict = yield* this.clamd.pass(source);
    if (verdict.isClean) return;
    const message = `was refused, because the virus scanner found ${verdict.virus} in it`;
    throw invalidRequest(new Problems([{ path: 'file', message }]));
  }
}
