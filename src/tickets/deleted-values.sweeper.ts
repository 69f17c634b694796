import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DeletedFieldsService } from '../fields/deleted-fields.service.js';
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
  private readonly logger = new Logger(DeletedValuesSweeper.name);
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly deletedFields: DeletedFieldsService,
    private readonly tickets: TicketsService,
    private readonly workspaces: WorkspaceDirectory,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.deletedFields.onDeletion((workspaceId) => {
      this.enqueue(() => this.sweep(tenantScope(workspaceId)));
    });
    this.timer = setInterval(() => {
      this.enqueue(() => this.sweepAll());
    }, ROUND_MS).unref();
    this.enqueue(() => this.sweepAll());
  }

  /** Lets the batch under way end; what is left is for the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.work;
  }

  /** Clears one workspace, as far as no other process is at it. */
  async sweep(scope: TenantScope): Promise<void> {
    const clean: FieldId[] = [];
    while (!this.stopped) {
      const step = await this.unitOfWork.run(scope, (inner) => this.clearSome(inner, clean));
      if (step === null) return;
      if (step.isClean) clean.push(step.id);
    }
  }

  private async sweepAll(): Promise<void> {
    for (const workspaceId of await this.workspaces.listIds()) {
      // What one workspace has wrong must not keep the others waiting.
      await this.recordingFailure(() => this.sweep(tenantScope(workspaceId)));
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

  /** One after the other. */
  private enqueue(task: () => Promise<void>): void {
    this.work = this.work.then(() => this.recordingFailure(task));
  }

  /** What fails is made up for in the next round. */
  private async recordingFailure(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.logger.error({ code: 'deleted_values_not_cleared', error: shown });
    }
  }
}
