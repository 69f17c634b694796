import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { deadlineIn, NO_DEADLINE, type Deadline } from '../kernel/deadline.js';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import { traceOf } from '../kernel/thrown.js';
import type { ServiceJob } from '../platform/queue/job.js';
import { tenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** How long the end of the process may wait for the last uses. */
const LAST_ROUND_MS = 2_000;

interface KeyUse {
  readonly workspaceId: WorkspaceId;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * When each key was used last. Every request notes it in memory; the job writes it to the database every minute, with one
 * statement for each workspace that was used.
 */
@Injectable()
export class ApiKeyUses implements ServiceJob, OnApplicationShutdown {
  readonly failureCode = 'key_uses_not_saved';
  readonly everyMs = 60_000;
  private readonly logger = new Logger(ApiKeyUses.name);
  private uses = new Map<ApiKeyId, KeyUse>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  run(): Promise<void> {
    return this.flush();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush(deadlineIn(LAST_ROUND_MS));
  }

  note(workspaceId: WorkspaceId, id: ApiKeyId): void {
    const use = this.uses.get(id);
    if (use) use.at = Date.now();
    else this.uses.set(id, { workspaceId, at: Date.now() });
  }

  /** Writes what was noted. What fails, or is not begun before the deadline, is left for the next round. */
  async flush(deadline: Deadline = NO_DEADLINE): Promise<void> {
    const { uses } = this;
    this.uses = new Map();
    try {
      for (const [workspaceId, ids] of byWorkspace(uses)) {
        const written = ids.map((id) => ({ id, usedAt: new Date(uses.get(id)?.at ?? 0) }));
        await this.unitOfWork.run(tenantScope(workspaceId, null, deadline), (inner) =>
          this.keys.saveUses(inner, written),
        );
        for (const id of ids) uses.delete(id);
      }
    } catch (error) {
      for (const [id, use] of uses) if (!this.uses.has(id)) this.uses.set(id, use);
      this.logger.error({ code: this.failureCode, error: traceOf(error) });
    }
  }
}

function byWorkspace(uses: ReadonlyMap<ApiKeyId, KeyUse>): Map<WorkspaceId, ApiKeyId[]> {
  const groups = new Map<WorkspaceId, ApiKeyId[]>();
  for (const [id, { workspaceId }] of uses) {
    const group = groups.get(workspaceId);
    if (group) group.push(id);
    else groups.set(workspaceId, [id]);
  }
  return groups;
}
