import { Injectable } from '@nestjs/common';
import { retrying, tryAgain, violatedUniqueConstraint } from '../database/postgres-errors.js';
import { TenantDatabase } from './tenant-database.js';
import type { BulkTransaction, InnerScope, SnapshotTransaction, TenantScope } from './tenant-scope.js';
import { refuseWhenLate } from './transactions/open-transaction.js';
import { PROFILES } from './transactions/transaction-profiles.js';

/** Keeps several writes together, or none of them (architecture, style rule 5). */
@Injectable()
export class UnitOfWork {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Runs `work` in one transaction. It may run again after a deadlock, so it must act on the database only. Inside another
   * unit of work it is a part: undone alone when it fails, and kept with the whole.
   */
  run<Result>(
    scope: TenantScope | InnerScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    if (!('transaction' in scope)) return this.database.transactAs(PROFILES.write, scope, work);
    return retrying(async () => {
      refuseWhenLate(scope);
      return scope.transaction.part(() => work(scope));
    });
  }

  /**
   * Runs `work` in a transaction of its own. It is kept whatever becomes of the unit of work that is under way. That one holds its
   * connection meanwhile, so this is for rare work.
   */
  runApart<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    return this.database.transactAs(PROFILES.write, scope, work);
  }

  /** Runs work whose statements must all see one moment, and again when another change conflicts with one of its rows. */
  runOnSnapshot<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    return this.database.transactAs(PROFILES.recount, scope, work);
  }

  /** Runs work on thousands of rows, with COPY. Such work is no part of another one. */
  runInBulk<Result>(
    scope: TenantScope,
    work: (bulk: InnerScope<BulkTransaction>) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transactAs(PROFILES.bulk, scope, work);
  }

  /** Passes on what `work` yields from one moment of the workspace, in any time. The snapshot ends when the reader stops. */
  readSnapshot<Item>(
    scope: TenantScope,
    work: (snapshot: InnerScope<SnapshotTransaction>) => AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    return this.database.snapshot(scope, work);
  }

  /**
   * Ends the unit of work with the statements that `send` sends at once: COMMIT leaves with them, so no lock waits for one more network
   * round trip. What `send` throws itself undoes nothing. After the deadline of the caller, nothing is kept.
   */
  last<Result>(inner: InnerScope, send: () => Promise<Result>): Promise<Result> {
    return inner.transaction.last(send);
  }

  /** Does `task`, which acts on something else than the database, once the whole unit of work is kept. */
  afterwards(inner: InnerScope, task: () => void): void {
    inner.transaction.afterCommit(task);
  }

  /** Runs work as `run` does, and again when another transaction has taken a name that the work found free. */
  runLookingAgain<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    const mayPass = (error: unknown): boolean => violatedUniqueConstraint(error) !== null;
    return tryAgain(() => this.run(scope, work), { mayPass });
  }
}
