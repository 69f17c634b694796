import type { Sweep } from '../features/feature.js';
import { composedTenantStatement, tenantStatement } from '../tenancy/statement.js';

/** One transaction sweeps at most this number of rows. */
export const SWEPT_AT_ONCE = 1_000;

interface OldRows {
  readonly name: string;
  readonly table: string;
  /** The primary key has these columns besides the workspace. */
  readonly key: readonly string[];
  /** SQL finds the rows of `r` that are too old by this condition. A cluster takes no `CASE value WHEN`. */
  readonly when: string;
}

/** Deletes old rows of a table. It skips those that another process works on. */
export function deletionOf(rows: OldRows): Sweep {
  return sweepOf(rows, (isOld) => `DELETE FROM ${rows.table} gone USING old WHERE ${isOld('gone')}`);
}

/**
 * Changes old rows. `change` gets the condition for a row of `old`, and makes the statement without RETURNING. A row is found by its place:
 * by a key, PostgreSQL compares each old row with all of a workspace where it expects few.
 */
export function sweepOf(
  { name, table, key, when }: OldRows,
  change: (isOld: (row: string) => string) => string,
): Sweep {
  const columns = key.map((column) => `r.${column}`).join(', ');
  const isOld = (row: string): string => `${row}.workspace_id = $1 AND ${row}.ctid = old.place`;
  const old = `SELECT r.ctid AS place, ${columns} FROM ${table} r WHERE r.workspace_id = $1 AND ${when}`;
  const changing = (found: string): string =>
    `WITH old AS MATERIALIZED (\n     ${found} FOR UPDATE SKIP LOCKED\n   )\n   ${change(isOld)} RETURNING 1`;
  const part = `${old} ORDER BY ${columns} LIMIT $2::integer OFFSET $3::integer`;
  const named = `SELECT concat_ws(' ', ${key.join(', ')}) AS row FROM (${part} FOR UPDATE SKIP LOCKED) old`;
  return {
    statement: tenantStatement(name, changing(`${old} LIMIT ${SWEPT_AT_ONCE}`)),
    ofPart: {
      find: composedTenantStatement(`${name}.find`, named),
      change: composedTenantStatement(`${name}.part`, changing(part)),
    },
  };
}

/** Makes SQL for a moment that is longer ago than an interval, such as `30 days`. */
export const olderThan = (column: string, interval: string): string =>
  `${column} < statement_timestamp() - interval '${interval}'`;
