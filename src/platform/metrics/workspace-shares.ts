const CLASSES = 5;
/** At most this number of workspaces is compared. Any further workspace counts under `other`. */
const CANDIDATES = 20_000;
/** The busiest workspaces are chosen again after this time. */
const ROUND_MS = 60_000;
/** A workspace takes the place of a named one only when it is this many times as busy, so that names do not change all the time. */
const LEAD = 2;

interface Share {
  /** The elements count requests by class of status. The first one is 1xx. */
  readonly requests: number[];
  /** The sum of the times from each request to the end of its answer. */
  seconds: number;
  /** The number of requests is halved in each round, so recent ones count more. */
  recent: number;
  isNamed: boolean;
}

/** One name counts these requests. The numbers only grow, but start at 0 again when a name comes back. */
interface NamedShare extends Readonly<Pick<Share, 'requests' | 'seconds'>> {
  /** The id of the workspace, or `other` for all workspaces without a name of their own. */
  readonly workspace: string;
}

/** Counts requests by workspace. Only the busiest ones have a name of their own, so that the number of series has a bound. */
export class WorkspaceShares {
  private readonly shares = new Map<string, Share>();
  private readonly other = newShare(true);
  private named = 0;
  private rankedAt: number;

  constructor(
    private readonly names: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.rankedAt = now();
  }

  /** Counts one request; `statusClass` is the first digit of its status. */
  count(workspace: string, statusClass: number, seconds: number): void {
    const share = this.shares.get(workspace) ?? this.meet(workspace);
    share.recent += 1;
    const counted = share.isNamed ? share : this.other;
    counted.requests[statusClass - 1] = (counted.requests[statusClass - 1] ?? 0) + 1;
    counted.seconds += seconds;
  }

  list(): NamedShare[] {
    if (this.now() - this.rankedAt >= ROUND_MS) this.rank();
    const named = [...this.shares].filter(([, share]) => share.isNamed);
    return [...named, ['other', this.other] as const].map(([workspace, { requests, seconds }]) => ({
      workspace,
      requests,
      seconds,
    }));
  }

  private meet(workspace: string): Share {
    if (this.shares.size >= CANDIDATES) return this.other;
    const share = newShare(this.named < this.names);
    if (share.isNamed) this.named += 1;
    this.shares.set(workspace, share);
    return share;
  }

  private rank(): void {
    this.rankedAt = this.now();
    const byRank = [...this.shares].sort(([, one], [, two]) => weightOf(two) - weightOf(one));
    for (const [place, [workspace, share]] of byRank.entries()) {
      const isNamed = place < this.names;
      if (share.isNamed !== isNamed) Object.assign(share, newShare(isNamed), { recent: share.recent });
      share.recent /= 2;
      if (!isNamed && share.recent < 1) this.shares.delete(workspace);
    }
    this.named = Math.min(byRank.length, this.names);
  }
}

function newShare(isNamed: boolean): Share {
  return { requests: new Array<number>(CLASSES).fill(0), seconds: 0, recent: 0, isNamed };
}

function weightOf({ recent, isNamed }: Share): number {
  return isNamed ? recent * LEAD : recent;
}
