import { DeskClock } from '../kernel/time/desk-clock.js';
import { ListTotalsRepository } from './counts/list-totals.repository.js';
import { DatabaseModule } from './database/database.module.js';
import { Feature } from './features/feature.js';
import { AnswerBudget } from './http/answers/answer-budget.js';
import { IdempotencyQuota } from './idempotency/idempotency-quota.js';
import { IDEMPOTENCY_SWEEP, IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { RateLimitSharing } from './limits/rate-limit-sharing.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { StorageModule } from './storage/storage.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { FailedWork } from './queue/failed-work.js';
import { LastingAnswers } from './transfers/lasting-answers.js';
import { Transfers } from './transfers/transfers.js';

const MODULES = [DatabaseModule, StorageModule, TenancyModule];
const SERVICES = [
  ...[AnswerBudget, DeskClock, FailedWork, IdempotencyQuota, IdempotencyRepository, ListTotalsRepository],
  ...[LastingAnswers, RateLimiter, Transfers],
];

/** Gives a feature what its repositories, its services and the interceptors of its routes are built on. */
@Feature({
  jobs: [RateLimitSharing],
  sweeps: [IDEMPOTENCY_SWEEP],
  imports: MODULES,
  providers: SERVICES,
  exports: [...MODULES, ...SERVICES],
})
export class PlatformModule {}
