import { Global, Module } from '@nestjs/common';
import { WritesOnce } from '../http/idempotency.guard.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { IdempotentWrites } from './idempotent-writes.js';

/** Writes that are done once, for the guards of all routes. */
@Global()
@Module({
  providers: [IdempotencyRepository, IdempotencyService, { provide: WritesOnce, useClass: IdempotentWrites }],
  exports: [IdempotencyService, WritesOnce],
})
export class IdempotencyModule {}
