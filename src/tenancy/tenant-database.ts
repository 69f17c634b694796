import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { retrying, toDomainError } from '../database/postgres-errors.js';
import { unavailable } from '../kernel/errors.js';
import { isUuid, type WorkspaceId } from '../kernel/ids.js';
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
      const [, result] = await inOnePacket(client, () =>
        allInOneTrip([
          client.query(`BEGIN READ ONLY; ${settingOf(scope.workspaceId)}${planningOf(statement)}`),
          client.query({ name: statement.name, text: statement.text, values: [...values] }),
          client.query('COMMIT'),
        ]),
      );
      return (result as QueryResult<object>).rows;
    } catch (error) {
      const known = toDomainError(error);
      broken = known !== error;
      throw known;
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
        await client.query('COMMIT');
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

/** What is estimated for values that are not known can look expensive enough to be compiled, which takes far longer. */
function planningOf({ isPlannedOnce }: Statement): string {
  return isPlannedOnce ? '; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit = off' : '';
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

/** Waits for every answer of a pipelined batch, so that the connection is idle again, then throws the first error. */
async function allInOneTrip(queries: Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(queries);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
