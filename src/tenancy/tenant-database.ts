import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { CONNECTION_SETTINGS, type ConnectionSettings } from '../database/connection-options.js';
import { poolOf } from '../database/connection-pool.js';
import { isDirect } from '../database/pooled-client.js';
import { isRefusedCommit, retrying, toDomainError } from '../database/postgres-errors.js';
import type { LogPosition } from '../database/replica/freshness.rules.js';
import { commit, REPLICA, type Replica } from '../database/replica/replica.js';
import { outcomeUnknown, unavailable } from '../kernel/errors.js';
import { inOnePacket, OpenTransaction } from './open-transaction.js';
import { readThroughPooler } from './pooled-query.js';
import { readInScope } from './scoped-query.js';
import type { Statement } from './statement.js';
import type { InnerScope, StatementScope, TenantScope } from './tenant-scope.js';
import { settingOf } from './workspace-setting.js';

/** What a unit of work does it finds by keys: one plan suits all values, and making one takes longer than running it. */
const PLANS = 'SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit = off';

/**
 * The only door to tenant tables. Everything that passes runs in a transaction whose setting names the workspace, which is
 * what row-level security compares with (architecture, section 5). Errors that mean "no database" become `unavailable`.
 */
@Injectable()
export class TenantDatabase {
  private readonly readOn: typeof readInScope;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONNECTION_SETTINGS) { pooling }: ConnectionSettings,
    @Inject(REPLICA) private readonly replica: Replica | null,
  ) {
    this.readOn = isDirect(pooling) ? readInScope : readThroughPooler;
  }

  /** Runs one reading statement; it, the setting and both ends of the transaction share one network round trip. */
  async read(scope: TenantScope, statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const standby = statement.isForPrimary ? null : (this.replica?.pool ?? null);
    if (standby === null) return this.readFrom(this.primary, scope, statement, values);
    try {
      return await this.readFrom(standby, scope, statement, values);
    } catch {
      // Whatever it was, the primary knows better; what is wrong with the statement is wrong there, too.
      return this.readFrom(this.primary, scope, statement, values);
    }
  }

  private async readFrom(
    pool: Pool,
    scope: TenantScope,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<unknown[]> {
    const client = await connect(pool, scope);
    let broken = false;
    try {
      return await this.readOn(client, scope.workspaceId, statement, values);
    } catch (error) {
      broken = true;
      throw toDomainError(error);
    } finally {
      client.release(broken);
    }
  }

  /**
   * Runs `work` as one transaction: everything it does in the inner scope is kept, or nothing is. It is tried again when
   * it lost against another transaction, so it must have no effect outside the database. In a scope that has a transaction
   * already it becomes a part of that.
   */
  async transact<Result>(
    scope: TenantScope | InnerScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    if (isInner(scope)) return retrying(() => this.attemptPart(scope, work));
    const { result, position } = await retrying(() => this.attempt(scope, work));
    if (position !== null) await this.replica?.settled(position);
    return result;
  }

  private async attemptPart<Result>(
    inner: InnerScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    refuseWhenLate(inner);
    return inner.transaction.part(() => work(inner));
  }

  private async attempt<Result>(
    scope: TenantScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly position: LogPosition | null }> {
    const runner = this.dataSource.createQueryRunner();
    try {
      // TypeORM's own way to begin would take one more round trip, for the setting.
      const client = (await runner.connect()) as PoolClient;
      refuseWhenLate(scope);
      // It travels with the first statements of the work; without it, row-level security lets those see and write nothing.
      const begun = inOnePacket(client, () =>
        client.query(`BEGIN; ${settingOf(scope.workspaceId)}; ${PLANS}`),
      );
      begun.catch(() => undefined);
      try {
        const transaction = new OpenTransaction(client, runner.manager, scope.workspaceId);
        const result = await work(Object.freeze({ ...scope, transaction }));
        await begun;
        refuseWhenLate(scope);
        const position = await kept(scope, commit(client, this.replica));
        transaction.committed();
        return { result, position };
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        await begun;
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  private get primary(): Pool {
    return poolOf(this.dataSource);
  }
}

async function connect(pool: Pool, scope: TenantScope): Promise<PoolClient> {
  refuseWhenLate(scope);
  try {
    return await pool.connect();
  } catch (error) {
    throw toDomainError(error);
  }
}

/** Whether everything in the scope is part of an open transaction. */
function isInner(scope: TenantScope | StatementScope): scope is InnerScope {
  return 'transaction' in scope && scope.transaction instanceof OpenTransaction;
}

/** Nobody waits for this any more: they were told that it failed, so it must not succeed. */
function refuseWhenLate({ deadline }: TenantScope): void {
  if (deadline.remainingMs <= 0) throw unavailable();
}

/**
 * Waits until the changes are kept.
 * @throws outcome_unknown when the connection ends before the database has said whether they are
 */
async function kept<Result>(scope: TenantScope, commit: Promise<Result>): Promise<Result> {
  scope.deadline.beginKeeping();
  try {
    return await commit;
  } catch (error) {
    throw isRefusedCommit(error) ? error : outcomeUnknown(error);
  }
}
