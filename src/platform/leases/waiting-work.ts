import type { WorkspaceId } from '../../kernel/ids.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/** A workspace is counted this often at most: it may be looked at much more often. */
const COUNTED_EVERY_MS = 30_000;

/** How much waits, and for how many seconds the oldest of it. */
export interface Waiting {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** What waits in all workspaces, for metrics, as it was when each was last counted. */
export class WaitingWork {
  private readonly counted = new Map<WorkspaceId, Waiting & { readonly at: number }>();

  /** Counts a workspace, unless it was counted just now. */
  async count({ workspaceId }: TenantScope, read: () => Promise<Waiting>): Promise<void> {
    const last = this.counted.get(workspaceId);
    if (last && performance.now() - last.at < COUNTED_EVERY_MS) return;
    const waiting = await read();
    if (waiting.count === 0) this.counted.delete(workspaceId);
    else this.counted.set(workspaceId, { ...waiting, at: performance.now() });
  }

  get total(): Waiting {
    const all = [...this.counted.values()];
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      oldestSeconds: Math.max(0, ...all.map(({ oldestSeconds }) => oldestSeconds)),
    };
  }
}
