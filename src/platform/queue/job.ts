import type { WorkspaceId } from '../../kernel/ids.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/** Work in the background that is done again and again, from the start of the service to its end. */
export interface ServiceJob {
  /** The code of a failed round in the log. The next round is done all the same. */
  readonly failureCode: string;
  /** Milliseconds between the end of a round and the next one. */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** A job that visits every workspace, one after the other. A workspace that fails does not stop the others. */
export interface WorkspaceJob {
  readonly failureCode: string;
  /** Milliseconds from the beginning of a round through all workspaces to the next one. Without it there are no rounds. */
  readonly everyMs?: number;
  /** Milliseconds until a workspace that failed is visited again, if not in the next round. */
  readonly retryMs?: number;
  /** Does the work of one workspace. It ends early, at a safe point, when `signal` is aborted. */
  runIn(scope: TenantScope, signal: AbortSignal): Promise<void>;
  /** Called once. The job calls `due` when a workspace must not wait for the next round. */
  watch?(due: (workspaceId: WorkspaceId) => void): void;
}

export type Job = ServiceJob | WorkspaceJob;
