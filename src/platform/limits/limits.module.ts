import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { RateLimitCounts } from './rate-limit-counts.js';
import { RateLimitSharing } from './rate-limit-sharing.js';
import { RateLimiter } from './rate-limiter.js';

/** Counts the requests of callers, in all processes together. */
@Module({
  imports: [DatabaseModule],
  providers: [RateLimitCounts, RateLimiter, RateLimitSharing],
  exports: [RateLimiter, RateLimitSharing],
})
export class LimitsModule {}
