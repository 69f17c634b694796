import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { WINDOW_SECONDS } from './rate-limits.options.js';
import type { SharedCount } from './shared-counts.js';

/** How much of a limit is left. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until it starts again, 1 at least. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
  /** Whether nothing had been counted in this minute. */
  readonly isFirst: boolean;
}

/**
 * Counts what each caller does in a minute, in the memory of this process: a minute begins with the first hit and ends
 * for all hits at once. What other processes counted is added by `adopt`.
 */
@Injectable()
export class RateLimiter {
  /** Refuses nothing by itself: limits differ from caller to caller. */
  private readonly counts = new RateLimiterMemory({
    keyPrefix: '',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  /** What other processes have not been told of yet; null when there is nobody to tell. */
  private unshared: Map<string, number> | null = null;

  /** Counts one hit of `id`. */
  async hit(id: string, limit: number): Promise<Quota> {
    const quota = quotaOf(limit, await this.counts.consume(id));
    // What is refused is nobody's business: it is over the limit already.
    if (this.unshared !== null && !quota.isExceeded) {
      this.unshared.set(id, (this.unshared.get(id) ?? 0) + 1);
    }
    return quota;
  }

  /** How much is left, without counting; null when there was no hit in this minute. */
  async look(id: string, limit: number): Promise<Quota | null> {
    const count = await this.counts.get(id);
    return count === null || count.msBeforeNext <= 0 ? null : quotaOf(limit, count);
  }

  /** From now on hits are kept for `takeUnshared`. */
  startSharing(): void {
    this.unshared = new Map();
  }

  /** The hits since the last time, for other processes. */
  takeUnshared(): ReadonlyMap<string, number> {
    const hits = this.unshared ?? new Map<string, number>();
    this.startSharing();
    return hits;
  }

  /** Takes over what all processes together have counted, besides what this one has not told yet. */
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
