import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../tenancy/workspace-directory.js';
import { IdempotencyService } from './idempotency.service.js';

const ROUND_MS = 3_600_000;

/** Forgets kept replies whose time is over, in all workspaces: at the start and every hour. Nobody gets them any more. */
@Injectable()
export class IdempotencySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IdempotencySweeper.name);
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.begin();
    }, ROUND_MS).unref();
    this.begin();
  }

  /** Lets the batch under way end; what is left is for the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.work;
  }

  private begin(): void {
    this.work = this.work
      .then(() => this.sweepAll())
      .catch((error: unknown) => {
        this.record(error);
      });
  }

  private async sweepAll(): Promise<void> {
    for (const workspaceId of await this.workspaces.listIds()) {
      if (this.stopped) return;
      // What one workspace has wrong must not keep the others waiting.
      await this.idempotency
        .forgetExpired(tenantScope(workspaceId), () => this.stopped)
        .catch((error: unknown) => {
          this.record(error);
        });
    }
  }

  /** What fails is made up for in the next round. */
  private record(error: unknown): void {
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.logger.error({ code: 'idempotency_keys_not_swept', error: shown });
  }
}
