import type { Client } from 'pg';
import { outcomeUnknown, unavailable } from '../../kernel/errors.js';
import { commit } from '../database/commit.js';
import { isRefusedCommit } from '../database/postgres-errors.js';
import type { OpenTransaction } from './open-transaction.js';
import type { BulkTransaction, InnerScope, TenantScope } from './tenant-scope.js';

/** What a transaction is for. */
export type Work<Result> = (inner: InnerScope<BulkTransaction>) => Promise<Result>;

/** Does work in a transaction that was not begun yet: everything is kept, or nothing is. It is done once. */
export type Run = <Result>(
  client: Client,
  transaction: OpenTransaction,
  scope: TenantScope,
  work: Work<Result>,
) => Promise<Result>;

/** For work whose statements depend on the answers to earlier ones. */
export const runStepByStep: Run = async (client, transaction, scope, work) => {
  refuseWhenLate(scope);
  const begun = transaction.begin();
  begun.catch(() => undefined);
  try {
    // On a pipeline it travels with the first statements: without it, row-level security lets those see and write nothing.
    if (!client.pipeline) await begun;
    const result = await work(Object.freeze({ ...scope, transaction }));
    await begun;
    refuseWhenLate(scope);
    await kept(scope, commit(client));
    transaction.committed();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    await begun;
    throw error;
  } finally {
    transaction.close();
  }
};

/**
 * For work that sends all its statements in the turn in which it is called: COMMIT leaves with them. A statement that it sends later is
 * refused. PostgreSQL keeps nothing when one of them has failed.
 */
export const runAtOnce: Run = async (client, transaction, scope, work) => {
  refuseWhenLate(scope);
  const begun = transaction.begin();
  const working = work(Object.freeze({ ...scope, transaction }));
  transaction.close();
  const done = Promise.all([working, begun]);
  // Its error is what counts, unless nobody knows whether the changes are kept.
  done.catch(() => undefined);
  try {
    await kept(scope, commit(client));
  } catch (error) {
    if (isRefusedCommit(error)) await done;
    throw error;
  }
  const [result] = await done;
  transaction.committed();
  return result;
};

/** The caller was told that it failed, so it must not succeed. */
export function refuseWhenLate({ deadline }: TenantScope): void {
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
