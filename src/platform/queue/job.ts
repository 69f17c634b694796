import type { WorkspaceId } from '../../kernel/ids.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/** The service does this work in the background again and again, from its start to its end. */
export interface ServiceJob {
  /** The log shows this code for a failed round. The next round comes all the same. */
  readonly failureCode: string;
  /** The milliseconds between the end of a round and the next one. */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** A job that visits every workspace, one after the other. A workspace that fails does not stop the others. */
export interface WorkspaceJob {
  readonly failureCode: string;
  /** The milliseconds between the beginnings of two rounds through all workspaces. Without it there are no rounds. */
  readonly everyMs?: number;
  /** The milliseconds after which a workspace that failed is visited again; without it, the next round visits it. */
  readonly retryMs?: number;
  /** A workspace that is due all the time gets its turn this often at most; by default four times a second. */
  readonly pauseMs?: number;
  /** Lists the workspaces that a round visits; without it, a round visits all. */
  visited?(): Promise<readonly WorkspaceId[]>;
  /** Does the work of one workspace. It ends early, at a safe point, when `signal` is aborted. */
  runIn(scope: TenantScope, signal: AbortSignal): Promise<void>;
  /** The runner calls it once. The job calls `due` when a workspace must not wait for the next round. */
  watch?(due: (workspaceId: WorkspaceId) => void): void;
}

export type Job = ServiceJob | WorkspaceJob;
