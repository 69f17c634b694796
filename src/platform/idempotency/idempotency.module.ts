import { Module } from '@nestjs/common';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { IdempotencyQuota } from './idempotency-quota.js';
import { IdempotencyRepository } from './idempotency.repository.js';

@Module({
  imports: [TenancyModule],
  providers: [IdempotencyQuota, IdempotencyRepository],
  exports: [IdempotencyQuota, IdempotencyRepository],
})
export class IdempotencyModule {}
