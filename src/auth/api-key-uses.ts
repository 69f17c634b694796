import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { deadlineIn, NO_DEADLINE, type Deadline } from '../kernel/time/deadline.js';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import { traceOf } from '../kernel/errors.js';
import { isOfRow } from '../platform/database/postgres-errors.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import type { ServiceJob } from '../platform/queue/job.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** The process waits at most this time at its end to write the last uses down. */
const LAST_ROUND_MS = 2_000;

/** Notes in memory when each key was used last, and writes it down every minute by one statement for each workspace. */
@Injectable()
export class ApiKeyUses implements ServiceJob, OnApplicationShutdown {
  readonly failureCode = 'key_uses_not_saved';
  readonly everyMs = 60_000;
  private readonly logger = new Logger(ApiKeyUses.name);
  private uses = new Map<WorkspaceId, Map<ApiKeyId, Date>>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly failedWork: FailedWork,
  ) {}

  run(): Promise<void> {
    return this.flush();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush(deadlineIn(LAST_ROUND_MS));
  }

  note(workspaceId: WorkspaceId, id: ApiKeyId): void {
    const uses = this.uses.get(workspaceId);
    if (uses) uses.set(id, new Date());
    else this.uses.set(workspaceId, new Map([[id, new Date()]]));
  }

  /** Writes the noted uses down. Uses that fail, or are not begun before the deadline, wait for the next round. */
  async flush(deadline: Deadline = NO_DEADLINE): Promise<void> {
    const { uses } = this;
    this.uses = new Map();
    try {
      for (const [workspaceId, written] of uses) {
        await this.save(workspaceId, written, deadline);
        uses.delete(workspaceId);
      }
    } catch (error) {
      for (const [workspaceId, left] of uses)
        this.uses.set(workspaceId, new Map([...left, ...(this.uses.get(workspaceId) ?? [])]));
      this.logger.error({ code: this.failureCode, error: traceOf(error) });
    }
  }

  /** Uses of a workspace that cannot be written are forgotten, so that the uses of other workspaces do not wait for them. */
  private async save(
    workspaceId: WorkspaceId,
    uses: ReadonlyMap<ApiKeyId, Date>,
    deadline: Deadline,
  ): Promise<void> {
    try {
      const scope = tenantScope(workspaceId, null, deadline);
      await this.unitOfWork.run(scope, (inner) => this.keys.saveUses(inner, uses));
    } catch (error) {
      if (!isOfRow(error)) throw error;
      this.failedWork.note(this.failureCode, { workspaceId }, error);
    }
  }
}
