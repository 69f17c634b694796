import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { isRefusedCommit, retrying, toDomainError } from '../database/postgres-errors.js';
import { outcomeUnknown, unavailable } from '../kernel/errors.js';
import { isUuid, type WorkspaceId } from '../kernel/ids.js';
import { readInScope } from './scoped-query.js';
import type { Statement } from './statement.js';
import type { InnerScope, TenantScope, TenantTransaction } from './tenant-scope.js';

/**
 * The only door to tenant tables. Everything that passes runs in a transaction whose setting names the workspace, which is
 * what row-level security compares with (architecture, section 5). Errors that mean "no database" become `unavailable`.
 */
@Injectable()
export class TenantDatabase {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs one reading statement; it, the setting and both ends of the transaction share one network round trip. */
  async read(scope: TenantScope, statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const client = await this.connect(scope);
    let broken = false;
    try {
      return await readInScope(client, scope.workspaceId, statement, values);
    } catch (error) {
      broken = true;
      throw toDomainError(error);
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` as one transaction: everything it does in the inner scope is kept, or nothing is. It is tried again when
   * it lost against another transaction, so it must have no effect outside the database.
   */
  async transact<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    return retrying(() => this.attempt(scope, work));
  }

  private async attempt<Result>(
    scope: TenantScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    try {
      // TypeORM's own way to begin would take one more round trip, for the setting.
      const client = (await runner.connect()) as PoolClient;
      refuseWhenLate(scope);
      // It travels with the first statements of the work; without it, row-level security lets those see and write nothing.
      const begun = inOnePacket(client, () => client.query(`BEGIN; ${settingOf(scope.workspaceId)}`));
      begun.catch(() => undefined);
      try {
        const result = await work(Object.freeze({ ...scope, transaction: transactionOn(runner, client) }));
        await begun;
        refuseWhenLate(scope);
        await kept(scope, client.query('COMMIT'));
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        await begun;
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  private async connect(scope: TenantScope): Promise<PoolClient> {
    refuseWhenLate(scope);
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    try {
      return await master.connect();
    } catch (error) {
      throw toDomainError(error);
    }
  }
}

/** Nobody waits for this any more: they were told that it failed, so it must not succeed. */
function refuseWhenLate({ deadline }: TenantScope): void {
  if (deadline.remainingMs <= 0) throw unavailable();
}

/**
 * Waits until the changes are kept.
 * @throws outcome_unknown when the connection ends before the database has said whether they are
 */
async function kept(scope: TenantScope, commit: Promise<unknown>): Promise<void> {
  scope.deadline.beginKeeping();
  try {
    await commit;
  } catch (error) {
    throw isRefusedCommit(error) ? error : outcomeUnknown(error);
  }
}

function transactionOn(runner: QueryRunner, client: PoolClient): TenantTransaction {
  return {
    manager: runner.manager,
    query: async ({ name, text }, values) => {
      const sent = inOnePacket(client, () => client.query<object>({ name, text, values: [...values] }));
      return (await sent).rows;
    },
  };
}

/**
 * Names the workspace to row-level security until the transaction ends. A branded id is a UUID already; it is checked again
 * because it becomes part of a statement's text.
 */
export function settingOf(workspaceId: WorkspaceId): string {
  if (!isUuid(workspaceId)) throw new TypeError('A workspace id must be a UUID.');
  return `SET LOCAL app.workspace_id = '${workspaceId}'`;
}

/** Sends what is asked for in the same turn together: one system call here and one there, not one for each statement. */
function inOnePacket<Sent>(client: PoolClient, send: () => Sent): Sent {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => {
    stream.uncork();
  });
  return send();
}
