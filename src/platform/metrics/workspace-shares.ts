/** Classes of status: 1xx to 5xx. */
const CLASSES = 5;
/** How many workspaces are compared with each other. Any further workspace counts under `other`. */
const CANDIDATES = 20_000;
/** How often the busiest workspaces are chosen again. */
const ROUND_MS = 60_000;
/** A workspace takes the place of a named one only when it is this many times as busy, so that names do not change all the time. */
const LEAD = 2;

/** The requests of one workspace in this process. */
interface Share {
  /** Requests by class of status. The first element is 1xx. */
  readonly requests: number[];
  /** Sum of the times from each request to the end of its answer. */
  seconds: number;
  /** Recent requests: the number is halved in each round. */
  recent: number;
  isNamed: boolean;
}

/** The requests that were counted under one name. The numbers only grow, but start at 0 again when a name comes back. */
interface NamedShare extends Readonly<Pick<Share, 'requests' | 'seconds'>> {
  /** Id of the workspace, or `other` for all workspaces without a name of their own. */
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

  /** The numbers to show now. */
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
