import { Injectable, Logger } from '@nestjs/common';
import type { WorkspaceId } from '../kernel/ids.js';
import { isPassing } from '../platform/database/postgres-errors.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import type { ServiceJob } from '../platform/queue/job.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { AS_SERVICE, WorkspaceDeletionService } from './workspace-deletion.service.js';

/** Deletes the workspaces that are marked for it, a batch in a transaction, so that a killed process loses at most one batch [rule 25]. A workspace that fails does not stop the others. */
@Injectable()
export class WorkspaceDeletionJob implements ServiceJob {
  readonly failureCode = 'workspace_not_deleted';
  readonly everyMs = 1_000;
  private readonly logger = new Logger(WorkspaceDeletionJob.name);

  constructor(
    private readonly workspaces: WorkspaceDirectory,
    private readonly deletion: WorkspaceDeletionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly failedWork: FailedWork,
  ) {}

  async run(): Promise<void> {
    for (const id of await this.workspaces.deletingIds())
      await this.delete(id).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        this.failedWork.note(this.failureCode, { workspaceId: id }, error);
      });
  }

  private async delete(id: WorkspaceId): Promise<void> {
    const { filesLeft } = await this.deletion.delete(
      (work) => this.unitOfWork.runInBulk(tenantScope(id), work),
      id,
      AS_SERVICE,
    );
    if (filesLeft !== null) this.logger.warn({ code: 'files_left', workspaceId: id, reason: filesLeft });
  }
}
