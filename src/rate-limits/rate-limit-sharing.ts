import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { SHARED_COUNTS, type SharedCounts } from './shared-counts.js';

/** How often processes tell each other. A limit is exceeded by what arrives elsewhere meanwhile, at the most. */
const BEAT_MS = 250;
const REPORT_EVERY_MS = 60_000;

/**
 * Tells the other processes of the installation what this one has counted, and hears what they have: in the background, so
 * that no request waits for it. While the store fails each process counts for itself, and says so once a minute.
 */
@Injectable()
export class RateLimitSharing implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RateLimitSharing.name);
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private isFailing = false;
  private reportAt = 0;

  constructor(
    private readonly limiter: RateLimiter,
    @Inject(SHARED_COUNTS) private readonly shared: SharedCounts | null,
  ) {}

  onApplicationBootstrap(): void {
    if (this.shared === null) return;
    this.limiter.startSharing();
    this.schedule(this.shared);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.work;
    await this.shared?.close();
  }

  private schedule(shared: SharedCounts): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.work = this.share(shared).finally(() => {
        this.schedule(shared);
      });
    }, BEAT_MS).unref();
  }

  /** What could not be told is dropped: it would be old, and count in a minute that it does not belong to. */
  private async share(shared: SharedCounts): Promise<void> {
    const hits = this.limiter.takeUnshared();
    if (hits.size === 0) return;
    try {
      for (const count of await shared.add(hits)) await this.limiter.adopt(count);
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
    const shown = error instanceof Error ? error.message : String(error);
    this.logger.warn({ code: 'rate_limits_not_shared', error: shown });
  }
}
