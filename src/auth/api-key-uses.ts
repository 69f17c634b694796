import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { deadlineIn, NO_DEADLINE, type Deadline } from '../kernel/deadline.js';
import type { ApiKeyId, WorkspaceId } from '../kernel/ids.js';
import { traceOf } from '../kernel/thrown.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { ApiKeyRepository } from './api-key.repository.js';

const BEAT_MS = 60_000;
/** How long the end of the process may wait for the last uses. */
const LAST_BEAT_MS = 2_000;

interface KeyUse {
  readonly workspaceId: WorkspaceId;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * When each key was used last: remembered here at every request, written down every minute, one statement for each workspace
 * that was used meanwhile.
 */
@Injectable()
export class ApiKeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeyUses.name);
  private uses = new Map<ApiKeyId, KeyUse>();
  private work: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), BEAT_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(deadlineIn(LAST_BEAT_MS));
  }

  note(workspaceId: WorkspaceId, id: ApiKeyId): void {
    const use = this.uses.get(id);
    if (use) use.at = Date.now();
    else this.uses.set(id, { workspaceId, at: Date.now() });
  }

  /** Writes down what was noted. What fails, or is not begun before the deadline, is left for the next time. */
  flush(deadline: Deadline = NO_DEADLINE): Promise<void> {
    this.work = this.work.then(() => this.write(deadline));
    return this.work;
  }

  private async write(deadline: Deadline): Promise<void> {
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
      this.logger.error({ code: 'key_uses_not_saved', error: traceOf(error) });
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
