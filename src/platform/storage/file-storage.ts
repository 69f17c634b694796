import { randomBytes } from 'node:crypto';
import { isUuid, type Branded, type WorkspaceId } from '../../kernel/ids.js';

/** The name of a stored file: `<workspace id>/<32 hexadecimal digits>`. It says nothing of the file. Each name is written once. */
export type StorageName = Branded<string, 'StorageName'>;

/** Bytes of a file, the first and the last one included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The bytes of a file while they are read. Each piece is valid until the next one is asked for. */
export interface StoredBytes extends AsyncIterable<Uint8Array> {
  /** Ends the reading. Call it when no piece is asked for any more. */
  destroy(): void;
}

/** A file before its bytes come. */
export interface FileToWrite {
  /** Bytes; null when the sender has not said it. */
  readonly size: number | null;
}

/** A file that the storage has, whole or in part. */
export interface StoredFile {
  readonly name: StorageName;
  /** Milliseconds since its last byte was written. */
  readonly ageMs: number;
}

/** The bytes that the address of an upload promises. */
export interface PromisedFile {
  readonly size: number;
  /** Base64 of the MD5. */
  readonly checksum: string;
  readonly contentType: string;
}

/** A client sends bytes to this address, with exactly these headers. Whoever has the address can use it. */
export interface UploadAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers for a client that fetches a file from the storage itself. */
export interface ShownFile {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/**
 * Keeps the bytes of files (extensions, section 16). It knows no records. What it keeps, a record names: the record is committed before
 * the first byte is written, and deleted before the bytes are. Each method throws `storageUnavailable` (503) when the storage fails.
 */
export abstract class FileStorage {
  /**
   * Keeps the bytes of `source` under `name`, for good when the promise is fulfilled. When `source` fails, nothing stays and the promise
   * is rejected with the same error. It reads no faster than it writes, and holds less than a few MiB of a file.
   */
  abstract write(name: StorageName, source: AsyncIterable<Uint8Array>, file: FileToWrite): Promise<void>;

  /**
   * The bytes of a file, or a range of them, which lies inside the file.
   * @returns null when there is no such file
   */
  abstract read(name: StorageName, range?: ByteRange): Promise<StoredBytes | null>;

  /** Removes a file, also one of which only a part was written. Removing what is not there succeeds. */
  abstract remove(name: StorageName): Promise<void>;

  /** Every file that was written, whole or in part, those of a workspace one after the other; or only the files of one workspace. */
  abstract list(workspace?: WorkspaceId): AsyncIterable<StoredFile>;

  /** An address to which a client sends the bytes of `name` itself, for `seconds`. Absent: uploads pass through the service. */
  abstract uploadAddress?(name: StorageName, file: PromisedFile, seconds: number): Promise<UploadAddress>;

  /** An address from which a client fetches the bytes itself, for `seconds`. Absent: downloads pass through the service. */
  abstract downloadAddress?(name: StorageName, file: ShownFile, seconds: number): Promise<string>;

  /** Finds out whether the storage can be reached, and what it needs. Absent: there is nothing to reach. */
  abstract check?(): Promise<void>;
}

/** A new name for a file of the workspace. */
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

/** The workspace whose file it is. */
export function workspaceOf(name: StorageName): WorkspaceId {
  return name.slice(0, name.indexOf('/')) as WorkspaceId;
}
