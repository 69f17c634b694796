import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { FileStorage, type StorageName, type StoredFile } from '../platform/storage/file-storage.js';
import type { InnerScope, Transact } from '../platform/tenancy/tenant-scope.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { removeFiles, rowsOf, sumOfCounts, type Removed, type RowCounts } from './removal.js';

/** One transaction deletes at most this number of rows. Requests of other workspaces wait for none of them. */
const BATCH = 1_000;

interface TenantTable {
  readonly name: string;
  readonly refers: readonly string[];
  /** A table with a foreign key to itself, which deletes nothing by itself, loses all rows of a workspace together. */
  readonly isLinked: boolean;
}

@Injectable()
export class WorkspaceDeletion {
  constructor(private readonly storage: FileStorage) {}

  /** Deletes a workspace in batches: it revokes keys first and removes files last. It can be run again. */
  async delete(transact: Transact, workspaceId: WorkspaceId, by: Deleter = AS_OWNER): Promise<Removed> {
    const counts = await deleteRows(transact, by);
    return { counts, filesLeft: await removeFiles(this.storage, namesOf(this.storage.list(workspaceId))) };
  }
}

async function* namesOf(files: AsyncIterable<StoredFile>): AsyncGenerator<StorageName> {
  for await (const { name } of files) yield name;
}

/** The two ways to delete, each with the rights that it takes. */
interface Deleter {
  /** Deletes at most `most` rows of a table, all when `most` is null. @returns how many */
  readonly rows: (inner: InnerScope, table: string, most: number | null) => Promise<number>;
  readonly workspace: (inner: InnerScope) => Promise<unknown>;
}

/** The owner of the tables deletes any workspace. */
const AS_OWNER: Deleter = {
  rows: async (inner, name, most) => {
    const table = pg.escapeIdentifier(name);
    const [row] = await runText<{ rows: number }>(
      inner,
      `WITH gone AS (DELETE FROM ${table} WHERE workspace_id = $1
       AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT ${most ?? 'ALL'})) RETURNING 1)
     SELECT count(*)::integer AS rows FROM gone`,
    );
    return row?.rows ?? 0;
  },
  workspace: (inner) => runText(inner, 'DELETE FROM workspaces WHERE id = $1'),
};

/** The service deletes a workspace that is marked for it. */
export const AS_SERVICE: Deleter = {
  rows: async (inner, table, most) => {
    const statement = { name: '', text: 'SELECT delete_rows_of_workspace($1, $2) AS rows' };
    const [row] = (await inner.transaction.query(statement, [table, most])) as { rows: number }[];
    return row?.rows ?? 0;
  },
  workspace: (inner) => inner.transaction.query({ name: '', text: 'SELECT delete_workspace()' }, []),
};

async function deleteRows(transact: Transact, by: Deleter): Promise<RowCounts> {
  const tables = await transact(async (inner) => {
    await runText(
      inner,
      'UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1 AND revoked_at IS NULL',
    );
    return referringFirst((await inner.transaction.query(TABLES, [])) as TenantTable[]);
  });
  const batches: (readonly [string, number])[] = [];
  for (const table of tables) {
    let rows: number;
    do {
      rows = await transact((inner) => by.rows(inner, table.name, table.isLinked ? null : BATCH));
      batches.push([table.name, rows]);
    } while (rows === BATCH && !table.isLinked);
  }
  return sumOfCounts(batches, await transact((inner) => deleteRest(inner, tables, by)));
}

/** Deletes the workspace, and rows that triggers and jobs have written meanwhile. */
async function deleteRest(
  inner: InnerScope,
  tables: readonly TenantTable[],
  by: Deleter,
): Promise<(readonly [string, number])[]> {
  const rest: (readonly [string, number])[] = [];
  for (const { name } of [...tables, ...tables]) rest.push([name, await by.rows(inner, name, null)]);
  await by.workspace(inner);
  return rest;
}

/** Runs a text that is not prepared, because the names of the tables come from the database. */
const runText = <Row>(inner: InnerScope, text: string): Promise<Row[]> => rowsOf(inner, { name: '', text });

/** Finds every table with a workspace, so that a new one needs no line here. */
const TABLES = {
  name: '',
  text: `
  SELECT c.relname AS name,
    coalesce(array_agg(DISTINCT r.relname::text) FILTER (WHERE r.oid <> c.oid), '{}') AS refers,
    coalesce(bool_or(r.oid = c.oid AND k.confdeltype <> 'c'), false) AS "isLinked"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'
  LEFT JOIN pg_class r ON r.oid = k.confrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  GROUP BY c.relname ORDER BY c.relname`,
};

/** Puts each table before those to which it refers. */
function referringFirst(tables: readonly TenantTable[]): TenantTable[] {
  if (tables.length === 0) return [];
  const named = new Set(tables.flatMap(({ refers }) => refers));
  const free = tables.filter(({ name }) => !named.has(name));
  if (free.length === 0)
    throw new Error(`Tables name each other: ${tables.map(({ name }) => name).join(', ')}.`);
  return [...free, ...referringFirst(tables.filter((table) => !free.includes(table)))];
}
