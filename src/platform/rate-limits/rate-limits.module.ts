import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseCounts } from './database-counts.js';
import { RateLimitSharing } from './rate-limit-sharing.js';
import { RateLimiter } from './rate-limiter.js';
import { RATE_LIMIT_OPTIONS, type RateLimitOptions } from './rate-limits.options.js';
import { openRedisCounts } from './redis-counts.js';
import { SHARED_COUNTS, type SharedCounts } from './shared-counts.js';

/** Counts the requests of callers, in this process and, when there is a store, in all processes together. */
@Global()
@Module({})
export class RateLimitsModule {
  static forRoot(options: RateLimitOptions): DynamicModule {
    return {
      module: RateLimitsModule,
      providers: [
        { provide: RATE_LIMIT_OPTIONS, useValue: options },
        {
          provide: SHARED_COUNTS,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => storeOf(options, dataSource),
        },
        RateLimiter,
        RateLimitSharing,
      ],
      exports: [RATE_LIMIT_OPTIONS, RateLimiter, RateLimitSharing],
    };
  }
}

async function storeOf(options: RateLimitOptions, dataSource: DataSource): Promise<SharedCounts | null> {
  if (options.store === 'database') return new DatabaseCounts(dataSource);
  return options.store === 'redis' ? openRedisCounts(options.redisUrl ?? '') : null;
}
