import { messageOf } from '../kernel/thrown.js';
import type { FileStorage, StorageName } from '../platform/storage/file-storage.js';

/**
 * Removes files whose records have gone for good. It ends with the first file that cannot be removed: the service takes the rest when it
 * sweeps, as it does when the process is killed before all are gone.
 * @returns why some are left, or null
 */
export async function removeFiles(
  storage: FileStorage,
  names: Iterable<StorageName> | AsyncIterable<StorageName>,
): Promise<string | null> {
  try {
    for await (const name of names) await storage.remove(name);
    return null;
  } catch (error) {
    return messageOf((error as Error).cause ?? error);
  }
}
