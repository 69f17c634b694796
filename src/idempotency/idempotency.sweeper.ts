import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundWork } from '../kernel/background-work.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../tenancy/workspace-directory.js';
import { IdempotencyService } from './idempotency.service.js';

const ROUND_MS = 3_600_000;

/** Forgets kept replies whose time is over, in all workspaces: at the start and every hour. Nobody gets them any more. */
@Injectable()
export class IdempotencySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new BackgroundWork(
    new Logger(IdempotencySweeper.name),
    'idempotency_keys_not_swept',
  );

  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  onApplicationBootstrap(): void {
    this.work.repeat(() => this.sweepAll(), ROUND_MS);
  }

  /** Lets the batch under way end; what is left is for the next start. */
  async onModuleDestroy(): Promise<void> {
    await this.work.stop();
  }

  private async sweepAll(): Promise<void> {
    for (const workspaceId of await this.workspaces.listIds()) {
      if (this.work.isStopped) return;
      // What one workspace has wrong must not keep the others waiting.
      await this.work.attempt(() =>
        this.idempotency.forgetExpired(tenantScope(workspaceId), () => this.work.isStopped),
      );
    }
  }
}
