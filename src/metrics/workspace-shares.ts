/** How many classes of status there are: 1xx to 5xx. */
const CLASSES = 5;
/** How many workspaces can compete for a name; beyond them a workspace counts among the others without competing. */
const CANDIDATES = 20_000;
/** How often it is decided anew who is named. */
const ROUND_MS = 60_000;
/** Who is named already stays so until somebody is so many times as busy, so that names do not change all the time. */
const LEAD = 2;

/** What a workspace has had of this process. */
interface Share {
  /** Requests by class of status: the first is 1xx. */
  readonly requests: number[];
  /** Time that passed between the requests and their answers. */
  seconds: number;
  /** Requests of late: halved each round. */
  recent: number;
  isNamed: boolean;
}

/** A name under which requests were counted; what a name counts never shrinks, but begins at 0 again when it comes back. */
export interface NamedShare extends Pick<Readonly<Share>, 'seconds'> {
  /** Id of the workspace, or `other` for all that are not named. */
  readonly workspace: string;
  readonly requests: readonly number[];
}

/**
 * Requests by workspace, of which only the busiest have a name of their own: the number of series stays the same however many
 * workspaces there are.
 */
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

  /** What is to be shown now. */
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
