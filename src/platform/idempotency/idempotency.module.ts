import { Global, Module, type DynamicModule } from '@nestjs/common';
import { IDEMPOTENCY_QUOTA, IdempotencyQuota } from './idempotency-quota.js';
import { IdempotencyRepository } from './idempotency.repository.js';

export interface IdempotencyOptions {
  /** Bytes of kept replies that one workspace may have. */
  readonly idempotencyQuotaBytes: number;
}

/** What `IdempotencyInterceptor` needs, in whichever module the route is. */
@Global()
@Module({})
export class IdempotencyModule {
  static forRoot({ idempotencyQuotaBytes }: IdempotencyOptions): DynamicModule {
    return {
      module: IdempotencyModule,
      providers: [
        { provide: IDEMPOTENCY_QUOTA, useValue: idempotencyQuotaBytes },
        IdempotencyQuota,
        IdempotencyRepository,
      ],
      exports: [IdempotencyQuota, IdempotencyRepository],
    };
  }
}
