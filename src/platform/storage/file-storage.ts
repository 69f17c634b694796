import { randomBytes } from 'node:crypto';
import { isUuid, type Branded, type WorkspaceId } from '../../kernel/ids.js';
import { DomainError } from '../../kernel/errors.js';

/** The name of a stored file: `<workspace id>/<32 hexadecimal digits>`. It says nothing of the file. Each name is written once. */
export type StorageName = Branded<string, 'StorageName'>;

/** The first and the last byte belong to the range, and are counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A reader gets the bytes of a file in pieces. Each piece is valid until the next one is asked for. */
export interface StoredBytes extends AsyncIterable<Uint8Array> {
  /** Ends the reading. Call it when no piece is asked for any more. */
  destroy(): void;
}

/** A file that the storage has, whole or in part. */
export interface StoredFile {
  readonly name: StorageName;
  /** The milliseconds since its last byte was written. */
  readonly ageMs: number;
}

/** The address of an upload promises these bytes. */
export interface PromisedFile {
  readonly size: number;
  /** The MD5 is in base64. */
  readonly checksum: string;
  readonly contentType: string;
}

/** A client sends bytes to this address, with exactly these headers. Everybody who has the address can use it. */
export interface UploadAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client that fetches a file from the storage itself gets these headers. */
export interface ShownFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/**
 * Keeps the bytes of files [rule 16]. It knows no records. A record names each kept file: it is committed before
 * the first byte is written, and deleted before the bytes are. Each method throws `storageUnavailable` (503) when the storage fails.
 */
export abstract class FileStorage {
  /**
   * Keeps the bytes of `source` under `name`, for good when the promise is fulfilled. When `source` fails, nothing stays and the promise
   * is rejected with the same error. It reads no faster than it writes, and holds less than a few MiB of a file.
   */
  abstract write(name: StorageName, source: AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * The bytes of a file, or a range of them, which lies inside the file.
   * @returns null when there is no such file
   */
  abstract read(name: StorageName, range?: ByteRange): Promise<StoredBytes | null>;

  /** Removes a file, also one of which only a part was written. Removing what is not there succeeds. */
  abstract remove(name: StorageName): Promise<void>;

  /**
   * Every file that was written, whole or in part, those of a workspace one after the other; or only the files of one workspace. A list
   * that fails may have named files before.
   */
  abstract list(workspace?: WorkspaceId): AsyncIterable<StoredFile>;

  /** Makes an address to which a client sends the bytes of `name` itself, for `seconds`. Without it, uploads pass through the service. */
  abstract uploadAddress?(name: StorageName, file: PromisedFile, seconds: number): Promise<UploadAddress>;

  /** Makes an address from which a client fetches the bytes itself, for `seconds`. Without it, downloads pass through the service. */
  abstract downloadAddress?(name: StorageName, file: ShownFile, seconds: number): Promise<string>;

  /** Checks that files can be stored now. It leaves nothing behind. */
  abstract check(): Promise<void>;
}

/** Makes a new name for a file of the workspace. */
export function newStorageName(workspaceId: WorkspaceId): StorageName {
  return `${workspaceId}/${randomBytes(16).toString('hex')}` as StorageName;
}

/** Tells whether a text is a name that this service gives. The storage may hold other files. */
export function isStorageName(text: string): text is StorageName {
  const [workspace = '', file = '', ...rest] = text.split('/');
  return rest.length === 0 && isUuid(workspace) && /^[0-9a-f]{32}$/.test(file);
}

/** Checks a name before it becomes a path. This service makes all names, so another one is a defect. */
export function checkedName(name: StorageName): StorageName {
  if (!isStorageName(name)) throw new TypeError('This is no name of a stored file.');
  return name;
}

/** Reads the workspace from the name of its file. */
export function workspaceOf(name: StorageName): WorkspaceId {
  return name.slice(0, name.indexOf('/')) as WorkspaceId;
}

/** Makes a 503: the storage of files cannot be reached, is full, or failed. */
export function storageUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'unavailable',
    'storage_unavailable',
    'The storage of files is temporarily unavailable, please try again.',
    [],
    { cause },
  );
}

/** Does work in which the storage may fail. @throws storageUnavailable */
export async function inStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

/** The configured storage cannot be used at all. The message says why in one sentence. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Ends the bytes of a file with `storageUnavailable` (503) when they are not as many as its record says, so that it does not look whole. */
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
