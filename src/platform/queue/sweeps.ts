import { tenantStatement, type Statement } from '../tenancy/statement.js';

/** One transaction sweeps so many rows. */
export const SWEPT_AT_ONCE = 1_000;

/** A statement that deletes or changes a batch of rows of a workspace that are too old, and returns one for each. */
export interface Sweep {
  readonly statement: Statement;
  /** Behind the workspace. */
  readonly values?: readonly unknown[];
}

/** Rows that nobody needs any more. */
interface OldRows {
  /** The name of the statement. */
  readonly name: string;
  readonly table: string;
  /** The columns of its primary key, besides the workspace. */
  readonly key: readonly string[];
  /** The condition of SQL for rows of `r` that are too old; a cluster takes no `CASE value WHEN`. */
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

/** SQL: longer ago than an interval, such as `30 days`. */
export const olderThan = (column: string, interval: string): string =>
  `${column} < statement_timestamp() - interval '${interval}'`;
