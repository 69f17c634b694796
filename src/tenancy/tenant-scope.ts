import type { EntityManager } from 'typeorm';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import type { Statement } from './statement.js';

/**
 * Whose data a piece of work may touch: the first argument of every service and repository method. It exists only once the
 * host has named a workspace and a key of that workspace was shown, or when an operator names one on the command line.
 */
export interface TenantScope {
  readonly workspaceId: WorkspaceId;
  /** The key that the request came with; null on the command line. */
  readonly apiKeyId: ApiKeyId | null;
}

/** The scope inside a unit of work: what runs in it is one transaction. */
export interface InnerScope extends TenantScope {
  readonly transaction: TenantTransaction;
}

/** The open transaction of a unit of work. Only repositories touch it. */
export interface TenantTransaction {
  query(statement: Statement, values: readonly unknown[]): Promise<unknown[]>;
  readonly manager: EntityManager;
}

export function tenantScope(workspaceId: WorkspaceId, apiKeyId: ApiKeyId | null = null): TenantScope {
  return Object.freeze({ workspaceId, apiKeyId });
}
