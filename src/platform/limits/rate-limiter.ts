import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** A limit applies to a period of this number of seconds. */
export const WINDOW_SECONDS = 60;

/** All processes together count these hits of one caller. */
export interface SharedCount {
  readonly id: string;
  readonly hits: number;
  readonly endsInMs: number;
}

/** The part of a limit that a caller has left. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the count starts again, at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
  /** True for the first hit of the minute. */
  readonly isFirst: boolean;
}

/** Counts the requests of each caller in a minute, which starts with the first one, in the memory of this process. */
@Injectable()
export class RateLimiter {
  /** The limit of this limiter is never reached, because each caller has its own. */
  private readonly counts = new RateLimiterMemory({
    keyPrefix: '',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  /** Hits that have not been shared yet. */
  private unshared = new Map<string, number>();

  async hit(id: string, limit: number): Promise<Quota> {
    return quotaOf(limit, await this.count(id, 1));
  }

  /** Counts several hits of a caller that had one already, or none of them when they exceed the limit. */
  async hitSeveral(id: string, limit: number, hits: number): Promise<Quota> {
    const quota = quotaOf(limit, await this.count(id, hits));
    return quota.isExceeded ? { ...quotaOf(limit, await this.count(id, -hits)), isExceeded: true } : quota;
  }

  /** Returns the quota without counting a hit; null when there was no hit in this minute. */
  async look(id: string, limit: number): Promise<Quota | null> {
    const count = await this.counts.get(id);
    return count === null || count.msBeforeNext <= 0 ? null : quotaOf(limit, count);
  }

  /** Returns the hits since the last call and forgets them. */
  takeUnshared(): ReadonlyMap<string, number> {
    const hits = this.unshared;
    this.unshared = new Map();
    return hits;
  }

  private count(id: string, hits: number): Promise<RateLimiterRes> {
    this.unshared.set(id, (this.unshared.get(id) ?? 0) + hits);
    return this.counts.consume(id, hits);
  }

  /** Replaces a count by that of all processes, plus the hits that this process has not shared yet. */
  async adopt({ id, hits, endsInMs }: SharedCount): Promise<void> {
    await this.counts.set(id, hits + (this.unshared.get(id) ?? 0), Math.max(endsInMs, 1) / 1_000);
  }
}

function quotaOf(limit: number, { consumedPoints, msBeforeNext, isFirstInDuration }: RateLimiterRes): Quota {
  return {
    limit,
    remaining: Math.max(limit - consumedPoints, 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1_000), 1),
    isExceeded: consumedPoints > limit,
    isFirst: isFirstInDuration,
  };
}
