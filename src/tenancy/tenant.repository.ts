import { Injectable } from '@nestjs/common';
import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Statement } from './statement.js';
import { TenantDatabase } from './tenant-database.js';
import type { InnerScope, StatementScope, TenantScope } from './tenant-scope.js';

/** A row of a tenant table: every one says whose it is. */
export type TenantRow = ObjectLiteral & { workspaceId: WorkspaceId };

/** The columns of a row without its workspace, which the repository adds. */
export type Columns<Row extends TenantRow> = Partial<Omit<Row, 'workspaceId'>>;

/** What all repositories of tenant tables start from: each query goes out here, with the workspace of its scope. */
@Injectable()
export abstract class TenantRepository {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Runs a hand-written statement with the workspace as `$1` and `values` behind it: inside the transaction of an inner
   * scope, otherwise in one reading transaction of its own.
   */
  protected async query<Row>(
    scope: TenantScope | StatementScope,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const all = [scope.workspaceId, ...values];
    const rows =
      'transaction' in scope
        ? await scope.transaction.query(statement, all)
        : await this.database.read(scope, statement, all);
    return rows as Row[];
  }

  /** Adds rows of one entity; the columns of the first name those of all. */
  protected async insert<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    rows: readonly Columns<Row>[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map((row) => ({ ...row, workspaceId: inner.workspaceId }));
    await inner.transaction.manager
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values(values as never)
      .updateEntity(false)
      .execute();
  }

  /**
   * Adds a row unless a unique constraint refuses it, also one that another transaction adds at this moment.
   * @returns whether it was added
   */
  protected async insertIfFree<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    row: Columns<Row>,
  ): Promise<boolean> {
    const result = await inner.transaction.manager
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values({ ...row, workspaceId: inner.workspaceId } as never)
      .orIgnore()
      .updateEntity(false)
      .returning('workspace_id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  /**
   * Changes the rows that meet the condition, which is part of the statement.
   * @returns how many there were
   */
  protected async update<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    where: FindOptionsWhere<Row>,
    changes: Columns<Row>,
  ): Promise<number> {
    const condition = { ...where, workspaceId: inner.workspaceId } as FindOptionsWhere<Row>;
    const result = await inner.transaction.manager.update(entity, condition, changes as never);
    return result.affected ?? 0;
  }

  /**
   * Deletes the rows that meet the condition.
   * @returns how many there were
   */
  protected async delete<Row extends TenantRow>(
    inner: InnerScope,
    entity: EntityTarget<Row>,
    where: FindOptionsWhere<Row>,
  ): Promise<number> {
    const condition = { ...where, workspaceId: inner.workspaceId } as FindOptionsWhere<Row>;
    const result = await inner.transaction.manager.delete(entity, condition);
    return result.affected ?? 0;
  }
}
