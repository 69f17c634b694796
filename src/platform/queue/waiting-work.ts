import type { WorkspaceId } from '../../kernel/ids.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/** A workspace is counted this often at most: it may be looked at much more often. */
const COUNTED_EVERY_MS = 30_000;

/** An older count is not shown: nobody looks at that workspace any more, because it was deleted. */
const SHOWN_FOR_MS = 300_000;

export interface Waiting {
  readonly count: number;
  /** Since the oldest was made; 0 when nothing waits. */
  readonly oldestSeconds: number;
  /** Since a try was due that nobody has made, although nothing failed before; 0 when there is none. */
  readonly overdueSeconds: number;
}

export const NOTHING_WAITS: Waiting = { count: 0, oldestSeconds: 0, overdueSeconds: 0 };

/** Adds up for metrics what waited in each workspace when it was last counted. */
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
    const since = performance.now() - SHOWN_FOR_MS;
    const all = [...this.counted.values()].filter(({ at }) => at > since);
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      oldestSeconds: Math.max(0, ...all.map(({ oldestSeconds }) => oldestSeconds)),
      overdueSeconds: Math.max(0, ...all.map(({ overdueSeconds }) => overdueSeconds)),
    };
  }
}
