import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WorkspaceId } from '../../kernel/ids.js';
import {
  checkedName,
  isStorageName,
  type ByteRange,
  type FileStorage,
  type StoredBytes,
  type StorageName,
  type StoredFile,
  inStorage,
} from './file-storage.js';

/** An unfinished file has this ending. It is in the folder of the whole file, and so on its file system. */
const PART = '.part';

const READ_BYTES = 256 * 1024;
/** A check writes one block of a file system. */
const CHECK_BYTES = 4096;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Files in a folder, `<workspace id>/<two digits>/<32 digits>`. Several processes, also on several machines, can share it. A file is
 * written beside its place, forced to the disk and renamed, so it is whole wherever it has its name.
 */
export class FolderStorage implements FileStorage {
  private checking: Promise<void> | undefined;

  constructor(private readonly folder: string) {}

  async write(name: StorageName, source: AsyncIterable<Uint8Array>): Promise<void> {
    const place = this.placeOf(name);
    await inStorage(() => makeFolder(dirname(place)));
    // This fails when another process writes the same name.
    const part = await inStorage(() => open(place + PART, 'wx', FILE_MODE));
    try {
      await fill(part, source);
      await inStorage(() => rename(place + PART, place));
      await inStorage(() => syncFolder(dirname(place)));
    } catch (error) {
      await rm(place + PART, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async read(name: StorageName, range?: ByteRange): Promise<StoredBytes | null> {
    const place = this.placeOf(name);
    const file = await inStorage(() => unlessMissing(open(place, 'r')));
    return file && new OpenFile(file, range);
  }

  async remove(name: StorageName): Promise<void> {
    const place = this.placeOf(name);
    await inStorage(() => rm(place + PART, { force: true }));
    await inStorage(() => rm(place, { force: true }));
  }

  /** Lists the files of all workspaces also when the folder of one cannot be read. Then it fails at its end. */
  async *list(only?: WorkspaceId): AsyncGenerator<StoredFile> {
    const failures: unknown[] = [];
    for await (const workspace of only === undefined ? namesIn(this.folder) : [only])
      try {
        yield* this.filesOf(workspace);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Checks that a file can be written where the next one would go. It makes no folder, because the user of a command may be another one
   * than that of the service. A disk that does not answer keeps a thread for each question, so it is asked one at a time.
   * @throws DomainError `storage_unavailable` (503)
   */
  check(): Promise<void> {
    this.checking ??= inStorage(() => tryToWrite(this.folder)).finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async *filesOf(workspace: string): AsyncGenerator<StoredFile> {
    for await (const shelf of namesIn(join(this.folder, workspace)))
      for await (const file of namesIn(join(this.folder, workspace, shelf))) {
        const name = `${workspace}/${file.endsWith(PART) ? file.slice(0, -PART.length) : file}`;
        const changedMs = await changedAt(join(this.folder, workspace, shelf, file));
        if (isStorageName(name) && changedMs !== null) yield { name, ageMs: Date.now() - changedMs };
      }
  }

  private placeOf(name: StorageName): string {
    const [workspace = '', file = ''] = checkedName(name).split('/');
    return join(this.folder, workspace, file.slice(0, 2), file);
  }
}

/**
 * A file that is read into one block of memory again and again. A new block for each piece would be garbage outside of the heap, and V8
 * would look through the whole heap every few downloads.
 */
class OpenFile implements StoredBytes {
  constructor(
    private readonly file: FileHandle,
    private readonly range: ByteRange = { first: 0, last: Number.MAX_SAFE_INTEGER },
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const block = Buffer.allocUnsafeSlow(READ_BYTES);
    const { first, last } = this.range;
    try {
      for (let at = first; at <= last;) {
        const wanted = Math.min(READ_BYTES, last - at + 1);
        const { bytesRead } = await inStorage(() => this.file.read(block, 0, wanted, at));
        if (bytesRead === 0) return;
        at += bytesRead;
        yield block.subarray(0, bytesRead);
      }
    } finally {
      await this.file.close();
    }
  }

  destroy(): void {
    void this.file.close().catch(() => undefined);
  }
}

async function fill(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const bytes of source) await inStorage(() => writeAll(file, bytes));
    await inStorage(() => file.sync());
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
}

/** Writes a file into a folder, or into the one above that is there. The file has lost its name before its first byte, so no crash leaves bytes. */
async function tryToWrite(folder: string): Promise<void> {
  const place = join(await nearestTo(folder), `.check-${randomBytes(16).toString('hex')}`);
  const file = await open(place, 'wx', FILE_MODE);
  try {
    await unlink(place);
    await writeAll(file, randomBytes(CHECK_BYTES));
  } finally {
    await file.close();
  }
}

/** Finds a folder, or the first one above it that is there. */
async function nearestTo(folder: string): Promise<string> {
  const isThere = (await unlessMissing(stat(folder))) !== null;
  return isThere || folder === dirname(folder) ? folder : nearestTo(dirname(folder));
}

/** Makes a folder and those above it that are missing, and forces each new name to the disk. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Forces a folder to the disk. Windows can neither open nor force one; there the rename must do. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(folder, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function changedAt(place: string): Promise<number | null> {
  const found = await inStorage(() => unlessMissing(stat(place)));
  return found?.isFile() === true ? found.mtimeMs : null;
}

/** Lists the names in a folder; none when it is no folder or not there (any more). */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const directory = await inStorage(() => unlessMissing(opendir(folder)));
  if (directory === null) return;
  for await (const { name } of directory) yield name;
}

async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
