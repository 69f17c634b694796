import type { EntityManager } from 'typeorm';
import { NO_DEADLINE, type Deadline } from '../../kernel/deadline.js';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import type { AnswerRoom } from '../http/answers/answer-budget.js';
import { SERVICE, type Origin } from './origin.js';
import type { CopyFormat } from './copy-out.js';
import type { Statement } from './statement.js';

/**
 * A piece of work may touch the data of this workspace only: the first argument of every service and repository method. A handler
 * gets one once the host has named a workspace and a key of that workspace was shown; a command, when its operator names a
 * workspace; the service itself, to look a key up and for its work in the background.
 */
export interface TenantScope {
  readonly workspaceId: WorkspaceId;
  /** The key that the request came with; null where there is none, or none known yet. */
  readonly apiKeyId: ApiKeyId | null;
  /** Nobody waits any longer. Then nothing is begun and nothing is kept. */
  readonly deadline: Deadline;
  /** The audit trail keeps it with every change. */
  readonly origin: Origin;
  /** Room for large texts that are read for an answer; null for work whose result is no answer. Only `TenantRepository` takes it. */
  readonly room: AnswerRoom | null;
}

/** The scope inside an open transaction. Its changes are kept together, or not at all. */
export interface InnerScope<
  Transaction extends Pick<TenantTransaction, 'query'> = TenantTransaction,
> extends TenantScope {
  readonly transaction: Transaction;
}

/** Runs work in one transaction of a workspace, again when it lost against another one. */
export type Transact = <Result>(work: (inner: InnerScope) => Promise<Result>) => Promise<Result>;

/** The open transaction of a unit of work. Only repositories touch it. */
export interface TenantTransaction {
  query(statement: Statement, values: readonly unknown[]): Promise<unknown[]>;
  readonly manager: EntityManager;
  /** Does a part of the work, which is undone alone when it fails. */
  part<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits for a lock in the workspace, which is held until the transaction ends. */
  lock(name: string): Promise<void>;
  /** Takes a lock in the workspace until the transaction ends, or says false when another transaction has it. */
  tryLock(name: string): Promise<boolean>;
  /** Sends the last statements together with COMMIT; in a part just the statements. Later statements are refused. */
  last<Result>(send: () => Promise<Result>): Promise<Result>;
  /** Has `task` done once everything is kept; never when it is not. */
  afterCommit(task: () => void): void;
}

/** The open transaction of a unit of work on many rows. */
export interface BulkTransaction extends TenantTransaction {
  /** Makes a temporary table, which ends with the transaction, and fills it by COPY. */
  stage(table: StagingTable, rows: Iterable<string>): Promise<void>;
}

/** An open transaction that reads one moment and takes any time. */
export interface SnapshotTransaction extends Pick<TenantTransaction, 'query'> {
  /**
   * Streams the rows of a statement; a slow reader makes the database wait. It begins at once, before it is read: two run at
   * the same time, each on a connection of its own, and any more wait for their turn.
   */
  copyOut(statement: Statement, values: readonly unknown[], format: CopyFormat): CopiedBytes;
}

/** The bytes of `COPY ... TO STDOUT`. The number of rows is right once all was read. */
export type CopiedBytes = AsyncIterable<Uint8Array> & { readonly rowCount: number };

export interface StagingTable {
  /** Seen as `pg_temp.<name>`. */
  readonly name: string;
  /** Name and type of each column, in the order of the values of a row. */
  readonly columns: readonly (readonly [name: string, type: string])[];
}

export function tenantScope(
  workspaceId: WorkspaceId,
  apiKeyId: ApiKeyId | null = null,
  deadline: Deadline = NO_DEADLINE,
  origin: Origin = SERVICE,
  room: AnswerRoom | null = null,
): TenantScope {
  return Object.freeze({ workspaceId, apiKeyId, deadline, origin, room });
}
