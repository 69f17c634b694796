import { tenantStatement, type Statement } from '../tenancy/statement.js';

// At every moment: kept totals + waiting changes = records. All statements of a fold see one snapshot and keep this true.

/** SQL for the kept totals of `values`, which is SQL for an array, or of the whole list. */
export const keptTotal = (list: string, values?: string): string =>
  `coalesce((SELECT sum(records) FROM list_totals WHERE workspace_id = $1 AND list = '${list}'
     AND value ${values === undefined ? "= ''" : `= ANY (${values})`}), 0)::integer`;

/**
 * Locks the total of a list. It returns no row when another process has the lock, or when the list has no total yet. Folding may take
 * longer than the usual time limit of a statement.
 */
export const LOCK_TOTAL = tenantStatement(
  'list_totals.lock',
  `SELECT set_config('statement_timeout', '600000', true)
   FROM list_totals WHERE workspace_id = $1 AND list = $2 AND value = '' FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Adds $2, an array of rows, to the totals. The total of a value that becomes zero is removed. */
export const ADD_TO_TOTALS = tenantStatement(
  'list_totals.add',
  `WITH folded AS MATERIALIZED (
     SELECT added.list, added.value, added.name, added.records + coalesce(kept.records, 0) AS records
     FROM jsonb_to_recordset($2::jsonb) AS added (list text, value text, name text, records integer)
     LEFT JOIN list_totals kept
       ON kept.workspace_id = $1 AND kept.list = added.list AND kept.value = added.value AND kept.name = added.name
   ), gone AS (
     DELETE FROM list_totals kept USING folded
     WHERE kept.workspace_id = $1 AND kept.list = folded.list AND kept.value = folded.value AND kept.name = folded.name
       AND folded.records = 0 AND folded.value <> ''
   )
   INSERT INTO list_totals (workspace_id, list, value, name, records)
   SELECT $1::uuid, list, value, name, records FROM folded WHERE records <> 0 OR value = ''
   ON CONFLICT (workspace_id, list, value, name) DO UPDATE SET records = excluded.records`,
);

/** One fold takes at most this number of rows of changes. */
const ROWS_AT_ONCE = 2_000;

interface Taking {
  /** The table of changes, whose rows have an `id`. */
  readonly table: string;
  /** SQL for the number of records of a row of changes. */
  readonly records: string;
  /** More parts of the statement, which read `taken`, the changes. */
  readonly parts?: readonly string[];
  /** Selects list, value, name and records from `taken`. */
  readonly totals: string;
}

/** Makes a statement that takes changes, no further one after $2 records, and returns their sums in one row (`TakenChanges`). */
export const takingStatement = (name: string, { table, records, parts = [], totals }: Taking): Statement =>
  tenantStatement(
    name,
    `WITH waiting AS MATERIALIZED (
     SELECT id, sum(records) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
     FROM (SELECT id, ${records} AS records FROM ${table} WHERE workspace_id = $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}) AS limited
   ), taken AS MATERIALIZED (
     DELETE FROM ${table} change
     WHERE change.workspace_id = $1 AND change.id = ANY (ARRAY(SELECT id FROM waiting WHERE coalesce(before, 0) < $2))
     RETURNING change.*
   ), ${parts.map((part) => `${part}, `).join('')}added AS (
     SELECT list, value, name, sum(records)::integer AS records FROM (${totals}) AS each (list, value, name, records)
     GROUP BY list, value, name HAVING sum(records) <> 0
   )
   SELECT (SELECT count(*) FROM taken) < ${ROWS_AT_ONCE} AND NOT EXISTS (SELECT FROM waiting WHERE before >= $2) AS "isAll",
     (SELECT coalesce(json_agg(added), '[]') FROM added) AS totals`,
  );
