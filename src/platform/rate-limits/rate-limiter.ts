import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { WINDOW_SECONDS } from './rate-limits.options.js';
import type { SharedCount } from './shared-counts.js';

/** How much of a limit a caller has left. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the count starts again, at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
  /** Whether this is the first hit of the minute. */
  readonly isFirst: boolean;
}

/**
 * Counts the requests of each caller in a minute, in the memory of this process. A minute starts with the first hit;
 * all hits expire together at its end. `adopt` adds the counts of other processes.
 */
@Injectable()
export class RateLimiter {
  /** Its own limit is never reached, because each caller has another one. */
  private readonly counts = new RateLimiterMemory({
    keyPrefix: '',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  /** Hits that have not been shared yet; null when counts are not shared. */
  private unshared: Map<string, number> | null = null;

  /** Counts one hit of `id`. */
  async hit(id: string, limit: number): Promise<Quota> {
    const quota = quotaOf(limit, await this.counts.consume(id));
    // A refused hit is not shared: the caller is over the limit already.
    if (this.unshared !== null && !quota.isExceeded) {
      this.unshared.set(id, (this.unshared.get(id) ?? 0) + 1);
    }
    return quota;
  }

  /** Returns the quota without counting a hit; null when there was no hit in this minute. */
  async look(id: string, limit: number): Promise<Quota | null> {
    const count = await this.counts.get(id);
    return count === null || count.msBeforeNext <= 0 ? null : quotaOf(limit, count);
  }

  /** From now on, hits are collected for `takeUnshared`. */
  startSharing(): void {
    this.unshared = new Map();
  }

  /** Returns the hits since the last call and forgets them. */
  takeUnshared(): ReadonlyMap<string, number> {
    const hits = this.unshared ?? new Map<string, number>();
    this.startSharing();
    return hits;
  }

  /** Replaces a count by that of all processes, plus the hits that this process has not shared yet. */
  async adopt({ id, hits, endsInMs }: SharedCount): Promise<void> {
    await this.counts.set(id, hits + (this.unshared?.get(id) ?? 0), Math.max(endsInMs, 1) / 1_000);
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
