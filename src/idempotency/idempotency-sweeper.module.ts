import { Module } from '@nestjs/common';
import { IdempotencySweeper } from './idempotency.sweeper.js';

/** The sweeper alone, which a command does not need. */
@Module({ providers: [IdempotencySweeper] })
export class IdempotencySweeperModule {}
