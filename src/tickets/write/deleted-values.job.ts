import { Injectable } from '@nestjs/common';
import { FieldsService } from '../../fields/fields.service.js';
import type { FieldId, WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

/**
 * Clears tickets of the values of deleted fields [rule 5], right after a deletion. It also runs every hour, because a run
 * can fail, and because a writer that read the field just before its deletion can store a value after it.
 */
@Injectable()
export class DeletedValuesJob implements WorkspaceJob {
  readonly failureCode = 'deleted_values_not_cleared';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly fields: FieldsService,
    private readonly tickets: TicketWriterRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.fields.due.listen(due);
  }

  /** Clears one workspace in small transactions. It leaves out a field that another process is clearing. */
  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    const clean: FieldId[] = [];
    while (!signal.aborted) {
      const step = await this.unitOfWork.run(scope, (inner) =>
        this.fields.clearNextDeleted(inner, clean, (id) => this.tickets.clearValues(inner, id)),
      );
      if (step === null) return;
      if (step.isClean) clean.push(step.id);
    }
  }
}
