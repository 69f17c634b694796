import { Injectable } from '@nestjs/common';
import { violatedUniqueConstraint } from '../database/postgres-errors.js';
import { TenantDatabase } from './tenant-database.js';
import type { BulkTransaction, InnerScope, SnapshotTransaction, TenantScope } from './tenant-scope.js';
import { PROFILES } from './transaction-profiles.js';

/** Work is tried so often while others keep taking the names that it found free. */
const ATTEMPTS = 3;

/** Several writes that are kept together or not at all (architecture, style rule 5). */
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
    return this.database.transact(scope, work);
  }

  /** As `run`, for work whose statements must all see the same moment. It runs again after another change of a row that it changes. */
  runOnSnapshot<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    return this.database.transactAs(PROFILES.recount, scope, work);
  }

  /** As `run`, for thousands of rows, with COPY. Such work is no part of another one. */
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
   * Ends the unit of work with the statements that `send` sends in the turn in which it is called: COMMIT leaves with them, so no lock
   * waits for one more network round trip. A refusal must come from the database: what `send` throws itself undoes nothing. When they end
   * after the deadline of the caller, nothing is kept.
   */
  last<Result>(inner: InnerScope, send: () => Promise<Result>): Promise<Result> {
    return inner.transaction.last(send);
  }

  /** Does `task`, which acts on something else than the database, once the whole unit of work is kept. */
  afterwards(inner: InnerScope, task: () => void): void {
    inner.transaction.afterCommit(task);
  }

  /**
   * As `run`, for work that looks whether a name is free before it takes it. When somebody else takes it in between, a
   * unique index refuses the write; then the work is done again, and its own look finds the name taken.
   */
  async runLookingAgain<Result>(
    scope: TenantScope,
    work: (inner: InnerScope) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.run(scope, work);
      } catch (error) {
        if (attempt === ATTEMPTS || violatedUniqueConstraint(error) === null) throw error;
      }
    }
  }
}
