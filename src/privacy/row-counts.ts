/** How many rows of each table were erased or deleted. */
export type RowCounts = ReadonlyMap<string, number>;

/** Adds up counts of rows. */
export function sumOfCounts(
  ...parts: readonly Iterable<readonly [table: string, rows: number]>[]
): RowCounts {
  const sum = new Map<string, number>();
  for (const part of parts) for (const [table, rows] of part) sum.set(table, (sum.get(table) ?? 0) + rows);
  return sum;
}
