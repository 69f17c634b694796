import type { EntityManager } from 'typeorm';
import { NO_DEADLINE, type Deadline } from '../../kernel/time/deadline.js';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import type { ActingCustomer } from './acting-customer.js';
import type { CopyFormat } from './transactions/tenant-snapshot.js';
import type { Statement } from './statement.js';
import { randomUUID } from 'node:crypto';

/** A request, a command or the service itself starts a piece of work. */
export interface Initiator {
  /** The `X-Request-Id` of the response; a command and the service have one for the whole run. */
  readonly requestId: string;
  /** The command and its user, or `service`; null when a key acts. */
  readonly actor: string | null;
  /** The request has addressed the workspace like this. */
  readonly address?: WorkspaceAddress | undefined;
  /** Set when a session acts: the request is one of its customer. */
  readonly customer?: ActingCustomer | undefined;
}

/** `url` has the scheme and the host that a request came to, such as `https://acme.desk.example`. */
export interface WorkspaceAddress {
  readonly subdomain: string;
  readonly url: string;
}

/** The service itself starts work at its first start and in the background. */
export const SERVICE: Initiator = Object.freeze({ requestId: randomUUID(), actor: 'service' });

/**
 * Names the one workspace whose data a piece of work may touch: the first argument of every service and repository method. A request
 * gets one for a key of the workspace that its host names.
 */
export interface TenantScope {
  readonly workspaceId: WorkspaceId;
  /** The key of the request; null when the request has none, or it is not known yet. */
  readonly apiKeyId: ApiKeyId | null;
  /** The time that the caller waits. After it, nothing is begun and nothing is kept. */
  readonly deadline: Deadline;
  /** The audit trail keeps it with every change. */
  readonly initiator: Initiator;
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
  /** Does `task` once everything is kept; never when it is not. */
  afterCommit(task: () => void): void;
}

/** The open transaction of a unit of work on many rows. */
export interface BulkTransaction extends TenantTransaction {
  /** Makes a temporary table, which ends with the transaction, and fills it by COPY. */
  stage(table: StagingTable, rows: Iterable<string>): Promise<void>;
}

/** An open transaction that reads one moment and takes any time. */
export interface SnapshotTransaction extends Pick<TenantTransaction, 'query' | 'tryLock'> {
  /** Streams the rows of a statement, from now on; a slow reader makes the database wait. Two run at a time, others wait. */
  copyOut(statement: Statement, values: readonly unknown[], format: CopyFormat): CopiedBytes;
}

/** The bytes of `COPY ... TO STDOUT`. The number of rows is right once all was read. */
export type CopiedBytes = AsyncIterable<Uint8Array> & { readonly rowCount: number };

export interface StagingTable {
  /** Statements name it `pg_temp.<name>`. */
  readonly name: string;
  /** The columns are in the order of the values of a row. */
  readonly columns: readonly (readonly [name: string, type: string])[];
}

export function tenantScope(
  workspaceId: WorkspaceId,
  apiKeyId: ApiKeyId | null = null,
  deadline: Deadline = NO_DEADLINE,
  initiator: Initiator = SERVICE,
): TenantScope {
  return Object.freeze({ workspaceId, apiKeyId, deadline, initiator });
}
