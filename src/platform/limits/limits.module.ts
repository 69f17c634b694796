import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { RateLimitSharing } from './rate-limit-sharing.js';
import { RateLimiter } from './rate-limiter.js';

/** Counts the requests of callers, in all processes together. */
@Module({
  imports: [DatabaseModule],
  providers: [RateLimiter, RateLimitSharing],
  exports: [RateLimiter, RateLimitSharing],
})
export class LimitsModule {}
