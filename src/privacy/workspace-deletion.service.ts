import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type EntityMetadata } from 'typeorm';
import { ApiKeyService } from '../auth/api-key.service.js';
import { FileStorage, type StorageName, type StoredFile } from '../platform/storage/file-storage.js';
import type { InnerScope, Transact } from '../platform/tenancy/tenant-scope.js';
import { removeWorkspace } from '../platform/tenancy/workspaces/workspace-directory.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { referringFirst } from './floors.js';
import { removeFiles, rowsOf, sumOfCounts, type Removed, type RowCounts } from './removal.js';

/** One transaction deletes at most this number of rows. Requests of other workspaces wait for none of them. */
const BATCH = 1_000;

interface TenantTable {
  readonly name: string;
  readonly refers: readonly string[];
  /** All rows of a workspace are deleted together from a table whose foreign key to itself does not cascade. */
  readonly isLinked: boolean;
}

@Injectable()
export class WorkspaceDeletionService {
  constructor(
    private readonly storage: FileStorage,
    private readonly keys: ApiKeyService,
    private readonly dataSource: DataSource,
  ) {}

  /** Deletes a workspace in batches: it revokes keys first and removes files last. It can be run again. */
  async delete(transact: Transact, workspaceId: WorkspaceId, by: Deleter = AS_OWNER): Promise<Removed> {
    await transact((inner) => this.keys.revokeAll(inner));
    const tables = referringFirst(this.dataSource.entityMetadatas.flatMap(tenantTable));
    const counts = await deleteRows(transact, tables, by);
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
    const [row] = await rowsOf<{ rows: number }>(
      inner,
      `WITH gone AS (DELETE FROM ${table} WHERE workspace_id = $1
       AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE workspace_id = $1 LIMIT ${most ?? 'ALL'})) RETURNING 1)
     SELECT count(*)::integer AS rows FROM gone`,
    );
    return row?.rows ?? 0;
  },
  workspace: removeWorkspace,
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

/** Reads the facts about a table in its entity, which a contract test compares with the database. A table without workspaces has none. */
function tenantTable({ tableName: name, columns, foreignKeys }: EntityMetadata): TenantTable[] {
  if (columns.every(({ databaseName }) => databaseName !== 'workspace_id')) return [];
  const refers = foreignKeys.map(({ referencedEntityMetadata: { tableName } }) => tableName);
  const isLinked = foreignKeys.some(({ onDelete }, at) => refers[at] === name && onDelete !== 'CASCADE');
  return [{ name, refers, isLinked }];
}

async function deleteRows(
  transact: Transact,
  tables: readonly TenantTable[],
  by: Deleter,
): Promise<RowCounts> {
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
