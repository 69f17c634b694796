import { messageOf } from '../kernel/thrown.js';
import type { FileStorage, StorageName } from '../platform/storage/file-storage.js';

/** How many rows of each table were erased or deleted. */
export type RowCounts = ReadonlyMap<string, number>;

/** The counts of something that was removed. */
export interface Removed {
  readonly counts: RowCounts;
  /** Why some files are left; null when none are. */
  readonly filesLeft: string | null;
}

/** Adds up counts of rows. */
export function sumOfCounts(
  ...parts: readonly Iterable<readonly [table: string, rows: number]>[]
): RowCounts {
  const sum = new Map<string, number>();
  for (const part of parts) for (const [table, rows] of part) sum.set(table, (sum.get(table) ?? 0) + rows);
  return sum;
}

/**
 * Removes files whose records have gone for good. It ends with the first one that cannot be removed: the service sweeps the rest later.
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
