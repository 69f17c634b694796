import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeletedFieldsService } from '../fields/deleted-fields.service.js';
import { BackgroundWork } from '../kernel/background-work.js';
import type { FieldId } from '../kernel/ids.js';
import { tenantScope, type InnerScope, type TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../tenancy/workspace-directory.js';
import { TicketsService } from './tickets.service.js';

const ROUND_MS = 3_600_000;

/**
 * Clears tickets of the values of deleted fields (decisions, section 5), which nothing shows any more: after each deletion
 * in that workspace; at the start and every hour in all of them, for what was interrupted, has failed, or was written by
 * somebody who had read of the field just before its deletion.
 */
@Injectable()
export class DeletedValuesSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new BackgroundWork(
    new Logger(DeletedValuesSweeper.name),
    'deleted_values_not_cleared',
  );

  constructor(
    private readonly deletedFields: DeletedFieldsService,
    private readonly tickets: TicketsService,
    private readonly workspaces: WorkspaceDirectory,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.deletedFields.onDeletion((workspaceId) => {
      this.work.enqueue(() => this.sweep(tenantScope(workspaceId)));
    });
    this.work.repeat(() => this.sweepAll(), ROUND_MS);
  }

  /** Lets the batch under way end; what is left is for the next start. */
  async onModuleDestroy(): Promise<void> {
    await this.work.stop();
  }

  /** Clears one workspace, as far as no other process is at it. */
  async sweep(scope: TenantScope): Promise<void> {
    const clean: FieldId[] = [];
    while (!this.work.isStopped) {
      const step = await this.unitOfWork.run(scope, (inner) => this.clearSome(inner, clean));
      if (step === null) return;
      if (step.isClean) clean.push(step.id);
    }
  }

  private async sweepAll(): Promise<void> {
    for (const workspaceId of await this.workspaces.listIds()) {
      // What one workspace has wrong must not keep the others waiting.
      await this.work.attempt(() => this.sweep(tenantScope(workspaceId)));
    }
  }

  private async clearSome(
    inner: InnerScope,
    clean: readonly FieldId[],
  ): Promise<{ readonly id: FieldId; readonly isClean: boolean } | null> {
    const field = await this.deletedFields.next(inner, clean);
    if (!field) return null;
    const { id, isSettled } = field;
    const isClean = (await this.tickets.clearValues(inner, id)) === 0;
    if (isClean && isSettled) await this.deletedFields.forget(inner, id);
    return { id, isClean };
  }
}
