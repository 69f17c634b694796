import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/thrown.js';
import { RateLimitCounts } from './rate-limit-counts.js';
import { RateLimiter } from './rate-limiter.js';

const REPORT_EVERY_MS = 60_000;

/**
 * The job that shares the counts of this process with the other processes of the installation, and adds theirs. No request waits for
 * it. While the database fails, each process counts for itself and logs that once a minute.
 */
@Injectable()
export class RateLimitSharing {
  readonly failureCode = 'rate_limits_not_shared';
  /** A caller can exceed a limit by the requests that other processes get in this time. */
  readonly everyMs = 250;
  private readonly logger = new Logger(RateLimitSharing.name);
  private isFailing = false;
  private reportAt = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly shared: RateLimitCounts,
  ) {}

  /** When the database fails, the hits are dropped: later they would count in a minute to which they do not belong. */
  async run(): Promise<void> {
    const hits = this.limiter.takeUnshared();
    if (hits.size === 0) return;
    try {
      for (const count of await this.shared.add(hits)) await this.limiter.adopt(count);
      if (this.isFailing) this.logger.log('Rate limits are shared with the other processes again.');
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      this.report(error);
    }
  }

  private report(error: unknown): void {
    if (performance.now() < this.reportAt) return;
    this.reportAt = performance.now() + REPORT_EVERY_MS;
    this.logger.warn({ code: this.failureCode, error: messageOf(error) });
  }
}
