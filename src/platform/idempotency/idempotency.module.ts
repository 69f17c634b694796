import { Global, Module } from '@nestjs/common';
import { IdempotencyRepository } from './idempotency.repository.js';

/** What `IdempotencyInterceptor` needs, in whichever module the route is. */
@Global()
@Module({ providers: [IdempotencyRepository], exports: [IdempotencyRepository] })
export class IdempotencyModule {}
