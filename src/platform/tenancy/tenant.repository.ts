import { Injectable } from '@nestjs/common';
import type {
  EntityTarget,
  FindManyOptions,
  FindOptionsWhere,
  InsertQueryBuilder,
  ObjectLiteral,
} from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { partsOf } from '../../kernel/objects.js';
import type { Statement } from './statement.js';
import { TenantDatabase } from './tenant-database.js';
import type { InnerScope, TenantScope, TenantTransaction } from './tenant-scope.js';

export type TenantRow = ObjectLiteral & { workspaceId: WorkspaceId };

/** The columns of a row without its workspace, which the repository adds: values, or SQL that makes them. */
export type Columns<Row extends TenantRow> = {
  readonly [Name in Exclude<keyof Row, 'workspaceId'>]?: Row[Name] | (() => string);
};

/** Selects rows of the workspace, all when `where` is absent. Relations come in the same statement. */
interface Wanted<Row extends TenantRow> extends Pick<
  FindManyOptions<Row>,
  'order' | 'relations' | 'take' | 'lock'
> {
  readonly where?: FindOptionsWhere<Row>;
}

/** Locks the rows that are found until the transaction ends, so that concurrent changes come one after the other. */
export const FOR_UPDATE = { mode: 'pessimistic_write' } as const;

/** One INSERT adds at most this number of rows, because PostgreSQL takes 65,535 values. */
const ROWS_AT_ONCE = 1_000;

/** The base of all repositories of tenant tables: it sends each query with the workspace of its scope. */
@Injectable()
export abstract class TenantRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** Runs a statement with the workspace as `$1` and `values` after it, in the transaction of an inner scope or as a hot read. */
  protected async query<Row>(
    scope: TenantScope | InnerScope<Pick<TenantTransaction, 'query'>>,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const all = [scope.workspaceId, ...values];
    if ('transaction' in scope) return (await scope.transaction.query(statement, all)) as Row[];
    return (await this.database.read(scope, statement, all)).rows as Row[];
  }

  /** Runs a statement that finds at most one row. */
  protected async queryOne<Row>(...asked: Parameters<TenantRepository['query']>): Promise<Row | null> {
    return (await this.query<Row>(...asked))[0] ?? null;
  }

  protected async select<Row extends TenantRow, Column extends keyof Row & string>(
    scope: TenantScope | InnerScope,
    entity: EntityTarget<Row>,
    columns: readonly Column[],
    wanted: Wanted<Row> = {},
  ): Promise<Pick<Row, Column>[]> {
    const manager = 'transaction' in scope ? scope.transaction.manager : this.database.readingManager(scope);
    return manager.find(entity, {
      ...wanted,
      select: Object.fromEntries(columns.map((column) => [column, true])) as never,
      where: inWorkspace(scope, wanted.where),
    });
  }

  /** Reads the one row that meets a condition; null when none does. */
  protected async selectOne<Row extends TenantRow, Column extends keyof Row & string>(
    scope: TenantScope | InnerScope,
    entity: EntityTarget<Row>,
    columns: readonly Column[],
    wanted: Wanted<Row>,
  ): Promise<Pick<Row, Column> | null> {
    const [row] = await this.select(scope, entity, columns, wanted);
    return row ?? null;
  }

  /** Adds rows of one entity; the columns of the first name those of all. */
  protected async insert<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    rows: readonly Columns<Row>[],
  ): Promise<void> {
    for (const some of partsOf(rows, ROWS_AT_ONCE)) await this.insertion(inner, entity, some).execute();
  }

  /**
   * Adds the rows that no unique constraint refuses. It waits for other transactions that are about to add them.
   * @returns the number of added rows
   */
  protected async insertIfFree<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    rows: readonly Columns<Row>[],
  ): Promise<number> {
    let added = 0;
    for (const some of partsOf(rows, ROWS_AT_ONCE)) {
      const insertion = this.insertion(inner, entity, some).orIgnore().returning('workspace_id');
      added += ((await insertion.execute()).raw as unknown[]).length;
    }
    return added;
  }

  /** Changes the rows that meet the condition. @returns their number */
  protected async update<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    where: FindOptionsWhere<Row>,
    changes: Columns<Row>,
  ): Promise<number> {
    const { manager } = inner.transaction;
    const result = await manager.update(entity, inWorkspace(inner, where), changes as never);
    return result.affected ?? 0;
  }

  /** Deletes the rows that meet the condition. @returns their number */
  protected async delete<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    where: FindOptionsWhere<Row>,
  ): Promise<number> {
    const result = await inner.transaction.manager.delete(entity, inWorkspace(inner, where));
    return result.affected ?? 0;
  }

  private insertion<Row extends TenantRow>(
    { workspaceId, transaction }: InnerScope,
    entity: EntityTarget<Row>,
    rows: readonly Columns<Row>[],
  ): InsertQueryBuilder<Row> {
    const values = rows.map((row) => ({ ...row, workspaceId }));
    const insertion = transaction.manager.createQueryBuilder().insert().into(entity);
    return insertion.values(values as never).updateEntity(false);
  }
}

/** Puts the workspace into a condition, whatever the condition says itself. */
function inWorkspace<Row extends TenantRow>(
  { workspaceId }: TenantScope,
  where: FindOptionsWhere<Row> | undefined,
): FindOptionsWhere<Row> {
  return Object.assign({ workspaceId }, where, { workspaceId });
}
