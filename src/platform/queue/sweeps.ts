import type { Sweep } from '../features/feature.js';
import { tenantStatement } from '../tenancy/statement.js';

/** One transaction sweeps so many rows. */
export const SWEPT_AT_ONCE = 1_000;

interface OldRows {
  readonly name: string;
  readonly table: string;
  /** The primary key has these columns besides the workspace. */
  readonly key: readonly string[];
  /** SQL finds the rows of `r` that are too old by this condition. A cluster takes no `CASE value WHEN`. */
  readonly when: string;
}

/** Deletes old rows of a table. It passes over those that somebody else works on. */
export function deletionOf({ name, table, key, when }: OldRows): Sweep {
  const columns = key.map((column) => `r.${column}`).join(', ');
  const isOld = key.map((column) => `gone.${column} = old.${column}`).join(' AND ');
  const text = `WITH old AS MATERIALIZED (
     SELECT ${columns} FROM ${table} r WHERE r.workspace_id = $1 AND ${when} LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED
   )
   DELETE FROM ${table} gone USING old WHERE gone.workspace_id = $1 AND ${isOld} RETURNING 1`;
  return { statement: tenantStatement(name, text) };
}

/** Makes SQL for a moment that is longer ago than an interval, such as `30 days`. */
export const olderThan = (column: string, interval: string): string =>
  `${column} < statement_timestamp() - interval '${interval}'`;
