import { Injectable } from '@nestjs/common';
import type { WorkspaceJob } from '../jobs/job.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Deletes kept replies that are older than 24 hours, a thousand in a transaction. No request gets them any more. */
@Injectable()
export class ExpiredRepliesJob implements WorkspaceJob {
  readonly failureCode = 'idempotency_keys_not_swept';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore && !signal.aborted) {
      mayBeMore = await this.unitOfWork.run(scope, (inner) => this.keys.deleteExpired(inner));
    }
  }
}
