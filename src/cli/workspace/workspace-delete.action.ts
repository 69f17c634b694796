import pg from 'pg';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { CommandError } from '../command-error.js';
import { asOwner, type Transact } from '../owner.js';
import { withWorkspace } from '../session.js';
import type { Terminal } from '../terminal.js';

/** Rows that one transaction deletes. Requests of other workspaces wait for none of them. */
const BATCH = 1_000;

/** A table that holds rows of workspaces. */
interface TenantTable {
  readonly name: string;
  /** Names of the tables whose rows its rows name. */
  readonly refers: readonly string[];
  /** Whether its rows name each other, so that they can only be deleted together. */
  readonly isLinked: boolean;
}

/**
 * Deletes a workspace and everything of it, in batches, and prints how many rows of each table these were. Its keys are revoked first.
 * When it is interrupted, it can be run again. The service's role must not delete all of this, so this connects as the owner.
 * @throws CommandError when the confirmation is another name, or the owner's address is not known
 */
export async function deleteWorkspace(
  terminal: Terminal,
  subdomain: string,
  confirmed: string,
): Promise<void> {
  if (confirmed !== subdomain) {
    throw new CommandError(`Nothing was deleted: --confirm must repeat the subdomain "${subdomain}".`);
  }
  const deleted = await withWorkspace(terminal, subdomain, [], (visit) =>
    asOwner(visit, { can: 'delete a workspace', command: 'workspace delete' }, (transact) =>
      deleteRows(transact, visit.scope.workspaceId),
    ),
  );
  for (const [table, rows] of deleted) if (rows > 0) terminal.print(`${table}: ${rows}`);
  terminal.say(`Deleted workspace "${subdomain}" with everything that belonged to it.`);
}

async function deleteRows(transact: Transact, workspaceId: string): Promise<ReadonlyMap<string, number>> {
  const tables = await transact(async (inner) => {
    await ask(
      inner,
      `UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1 AND revoked_at IS NULL`,
      [workspaceId],
    );
    return inOrder(await ask<TenantTable>(inner, TABLES, []));
  });
  const deleted = new Map<string, number>();
  const note = ({ name }: TenantTable, rows: number): void => {
    deleted.set(name, (deleted.get(name) ?? 0) + rows);
  };
  for (const table of tables) {
    let rows: number;
    do {
      rows = await transact((inner) => deleteBatch(inner, table, workspaceId));
      note(table, rows);
    } while (rows === BATCH && !table.isLinked);
  }
  const rest = await transact(async (inner) => {
    const rows: [TenantTable, number][] = [];
    // Triggers and jobs have written rows meanwhile, such as changes of counts.
    for (const table of [...tables, ...tables])
      rows.push([table, await deleteBatch(inner, { ...table, isLinked: true }, workspaceId)]);
    await ask(inner, 'DELETE FROM workspaces WHERE id = $1', [workspaceId]);
    return rows;
  });
  for (const [table, rows] of rest) note(table, rows);
  return deleted;
}

/** Deletes a batch of rows, or all when they are linked. @returns how many */
async function deleteBatch(
  inner: InnerScope,
  { name, isLinked }: TenantTable,
  workspaceId: string,
): Promise<number> {
  const table = pg.escapeIdentifier(name);
  const [row] = await ask<{ rows: number }>(
    inner,
    `WITH gone AS (DELETE FROM ${table} WHERE workspace_id = $1
       AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT $2)) RETURNING 1)
     SELECT count(*)::integer AS rows FROM gone`,
    [workspaceId, isLinked ? null : BATCH],
  );
  return row?.rows ?? 0;
}

/** The names of the tables come from the database, so these are no statements that are prepared. */
async function ask<Row>(inner: InnerScope, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await inner.transaction.query({ name: '', text }, values)) as Row[];
}

/** Every table with a workspace: a new one is deleted from without a line here. */
const TABLES = `
  SELECT c.relname AS name,
    coalesce(array_agg(DISTINCT r.relname::text) FILTER (WHERE r.oid <> c.oid), '{}') AS refers,
    coalesce(bool_or(r.oid = c.oid), false) AS "isLinked"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'
  LEFT JOIN pg_class r ON r.oid = k.confrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  GROUP BY c.relname ORDER BY c.relname`;

/** A table before those that its rows name. */
function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const named = new Set(left.flatMap(({ refers }) => refers));
    const free = left.filter(({ name }) => !named.has(name));
    if (free.length === 0)
      throw new Error(`Tables name each other: ${left.map(({ name }) => name).join(', ')}.`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
