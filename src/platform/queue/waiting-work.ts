import type { WorkspaceId } from '../../kernel/ids.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';

/** A workspace is counted this often at most. */
const COUNTED_EVERY_MS = 30_000;

/** An older count belongs to a deleted workspace, which no job visits any more. */
const SHOWN_FOR_MS = 300_000;

export interface Waiting {
  readonly count: number;
  /** The time that the oldest piece has waited; 0 when nothing waits. */
  readonly oldestSeconds: number;
  /** The time for which a first try has been due and was not made; 0 when there is none. */
  readonly overdueSeconds: number;
}

export const NOTHING_WAITS: Waiting = { count: 0, oldestSeconds: 0, overdueSeconds: 0 };

/** Adds up the work that waits in several workspaces. */
export function sumOfWaiting(all: readonly Waiting[]): Waiting {
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    oldestSeconds: Math.max(0, ...all.map(({ oldestSeconds }) => oldestSeconds)),
    overdueSeconds: Math.max(0, ...all.map(({ overdueSeconds }) => overdueSeconds)),
  };
}

/** Adds up for metrics what waited in each workspace when it was last counted. */
export class WaitingWork {
  private readonly counted = new Map<WorkspaceId, Waiting & { readonly at: number }>();

  /** Counts the waiting work of a workspace, unless it was counted just now. */
  async count({ workspaceId }: TenantScope, read: () => Promise<Waiting>): Promise<void> {
    const last = this.counted.get(workspaceId);
    if (last && performance.now() - last.at < COUNTED_EVERY_MS) return;
    const waiting = await read();
    if (waiting.count === 0) this.counted.delete(workspaceId);
    else this.counted.set(workspaceId, { ...waiting, at: performance.now() });
  }

  get total(): Waiting {
    const since = performance.now() - SHOWN_FOR_MS;
    return sumOfWaiting([...this.counted.values()].filter(({ at }) => at > since));
  }
}
