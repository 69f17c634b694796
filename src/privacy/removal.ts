import { messageOf } from '../kernel/errors.js';
import type { FileStorage, StorageName } from '../platform/storage/file-storage.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';

export type RowCounts = ReadonlyMap<string, number>;

export interface Removed {
  readonly counts: RowCounts;
  /** Says why some files are left, or is null. */
  readonly filesLeft: string | null;
}

/** Runs a statement with the workspace as $1. It is not prepared, because it runs a few times only. */
export async function rowsOf<Row>(
  inner: InnerScope,
  text: string,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return (await inner.transaction.query({ name: '', text }, [inner.workspaceId, ...values])) as Row[];
}

export function sumOfCounts(
  ...parts: readonly Iterable<readonly [table: string, rows: number]>[]
): RowCounts {
  const sum = new Map<string, number>();
  for (const part of parts) for (const [table, rows] of part) sum.set(table, (sum.get(table) ?? 0) + rows);
  return sum;
}

/** Removes files until one cannot be removed: the service sweeps the rest later. @returns why some are left, or null */
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
