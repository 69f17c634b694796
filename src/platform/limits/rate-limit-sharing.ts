import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { messageOf } from '../../kernel/errors.js';
import { RateLimiter, WINDOW_SECONDS, type SharedCount } from './rate-limiter.js';

const REPORT_EVERY_MS = 60_000;

/** Adds the hits of a beat in one statement. The order of ids prevents deadlocks between processes. */
const ADD = `
  INSERT INTO rate_limit_counts AS count (id, hits, ends_at)
  SELECT id, hits, now() + interval '${WINDOW_SECONDS} s' FROM unnest($1::text[], $2::bigint[]) AS hit (id, hits)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    hits = CASE WHEN count.ends_at <= now() THEN 0 ELSE count.hits END + excluded.hits,
    ends_at = CASE WHEN count.ends_at <= now() THEN excluded.ends_at ELSE count.ends_at END
  RETURNING id, hits::float8 AS hits, extract(epoch FROM ends_at - now())::float8 * 1000 AS "endsInMs"`;

/** Deletes the counts of past minutes. */
const FORGET = `
  DELETE FROM rate_limit_counts WHERE id IN (
    SELECT id FROM rate_limit_counts WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`;

/** Shares the counts of this process with all others. While the database fails, each process counts for itself and logs that. */
@Injectable()
export class RateLimitSharing {
  readonly failureCode = 'rate_limits_not_shared';
  /** A caller can exceed a limit by the requests that other processes get in this time. */
  readonly everyMs = 250;
  private readonly logger = new Logger(RateLimitSharing.name);
  private isFailing = false;
  private reportAt = 0;
  private forgetAt = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly dataSource: DataSource,
  ) {}

  /** When the database fails, the hits are dropped: later they would count in a minute to which they do not belong. */
  async run(): Promise<void> {
    const hits = this.limiter.takeUnshared();
    if (hits.size === 0) return;
    try {
      for (const count of await this.add(hits)) await this.limiter.adopt(count);
      if (this.isFailing) this.logger.log('Rate limits are shared with the other processes again.');
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      this.report(error);
    }
  }

  /** Adds hits and returns the new counts. Once a minute, it deletes those of past minutes. */
  private async add(hits: ReadonlyMap<string, number>): Promise<SharedCount[]> {
    const counts = await this.dataSource.query<SharedCount[]>(ADD, [[...hits.keys()], [...hits.values()]]);
    if (performance.now() >= this.forgetAt) {
      this.forgetAt = performance.now() + WINDOW_SECONDS * 1_000;
      await this.dataSource.query(FORGET);
    }
    return counts;
  }

  private report(error: unknown): void {
    if (performance.now() < this.reportAt) return;
    this.reportAt = performance.now() + REPORT_EVERY_MS;
    this.logger.warn({ code: this.failureCode, error: messageOf(error) });
  }
}
