/**
 * How far behind a standby may be and still be read from, in milliseconds. A write is confirmed once the standby has it, or when
 * this time is over, after which nobody reads from a standby that does not have it.
 */
export const LEASE_MS = 400;
/** A standby that was further behind is read from again after it has kept up for so long. */
const PROBATION_MS = 2 * LEASE_MS;
/** So many marks of a standby that falls behind are kept. */
const MARKS = 128;

/** A place in the write-ahead log, in bytes. */
export type LogPosition = bigint;

/** How far the primary was, and between which moments of this process's clock it said so (milliseconds). */
export interface Mark {
  readonly position: LogPosition;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/**
 * What one process knows of a standby: whether it may be read from, and whether a write may be confirmed that the standby may
 * not have yet. Decision 18 says why nobody can miss a write that was confirmed, with any number of processes that never speak
 * to each other. Times are milliseconds of a clock that only goes forward.
 */
export class Freshness {
  /** How far the standby was when it was last heard of. */
  private replayed: LogPosition = -1n;
  /** What the primary had and the standby not, oldest first. */
  private missing: Mark[] = [];
  /** Whatever was confirmed before this moment is on the standby. */
  private freshAsOf = Number.NEGATIVE_INFINITY;
  /** Since when this process could have read from the standby without a break. */
  private leaseSince = Number.POSITIVE_INFINITY;
  private refusedSince = Number.POSITIVE_INFINITY;
  /** The last moment at which it was certain that no process at all read from the standby. */
  private abandonedAt = Number.NEGATIVE_INFINITY;

  /** Whether a reader at `now` finds all on the standby that was confirmed before. */
  isUsable(now: number): boolean {
    return now < this.freshAsOf + LEASE_MS && now >= this.leaseSince + PROBATION_MS;
  }

  /** Whether from `now` on nobody reads from a standby without what was committed up to `position` at `committedAt`. */
  isSettled(position: LogPosition, committedAt: number, now: number): boolean {
    return (
      this.replayed >= position ||
      now >= committedAt + LEASE_MS ||
      // Whoever starts to read from it now has been on probation since before the commit, and heard from the primary after it.
      this.abandonedAt >= committedAt - LEASE_MS
    );
  }

  /** The primary said how far it is. */
  mark(mark: Mark): void {
    if (mark.position <= this.replayed) {
      this.renew(mark.askedAt, mark.answeredAt);
      return;
    }
    this.missing.push(mark);
    if (this.missing.length > MARKS) this.missing = this.missing.filter((_mark, place) => place % 2 === 0);
  }

  /** The standby, asked at `askedAt`, said at `now` how far it is. */
  observe(replayed: LogPosition, askedAt: number, now: number): void {
    if (replayed < this.replayed) this.lose();
    this.replayed = replayed;
    this.refusedSince = Number.POSITIVE_INFINITY;
    const there = this.missing.findLast(({ position }) => position <= replayed);
    this.missing = this.missing.filter(({ position }) => position > replayed);
    if (there) this.renew(there.askedAt, now);
    const [oldest] = this.missing;
    // What nobody can have seen there for so long gives nobody the right to read.
    if (oldest && oldest.answeredAt + LEASE_MS <= askedAt) this.abandonedAt = askedAt;
  }

  /** The connection to the standby is lost: it may come back as it was some time ago. */
  lose(): void {
    this.replayed = -1n;
    this.missing = [];
    this.freshAsOf = Number.NEGATIVE_INFINITY;
  }

  /** At the address of the standby nobody listens, as was found by asking at `askedAt`. */
  refused(askedAt: number): void {
    this.lose();
    this.refusedSince = Math.min(this.refusedSince, askedAt);
    if (this.refusedSince + LEASE_MS <= askedAt) this.abandonedAt = askedAt;
  }

  /** It is not known whether anybody listens. */
  unreachable(): void {
    this.lose();
    this.refusedSince = Number.POSITIVE_INFINITY;
  }

  private renew(askedAt: number, now: number): void {
    if (now >= this.freshAsOf + LEASE_MS) this.leaseSince = now;
    this.freshAsOf = Math.max(this.freshAsOf, askedAt);
  }
}

/** Reads what PostgreSQL writes as `pg_lsn`. */
export function logPosition(text: string): LogPosition {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
