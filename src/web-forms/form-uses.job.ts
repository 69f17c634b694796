import { Injectable } from '@nestjs/common';
import type { WorkspaceJob } from '../platform/jobs/job.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { FormUsesRepository } from './form-uses.repository.js';

/** Forgets tokens that nobody can use any more, and counts whose hour is over. */
@Injectable()
export class FormUsesJob implements WorkspaceJob {
  readonly failureCode = 'form_uses_not_swept';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly uses: FormUsesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore && !signal.aborted)
      mayBeMore = await this.unitOfWork.run(scope, (inner) => this.uses.deleteOld(inner));
  }
}
