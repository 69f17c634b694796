import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { isWithoutTarget } from '../../platform/database/postgres-errors.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { EventReader } from './event-reader.js';

/** Reads the events of every workspace. It begins in each when it comes there for the first time. */
@Injectable()
export abstract class EveryWorkspaceReader extends EventReader {
  /** It reads in these workspaces. */
  private readonly begun = new Set<WorkspaceId>();

  override async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    if (this.begun.has(scope.workspaceId) || (await this.beginIn(scope))) await super.runIn(scope, signal);
  }

  /** @returns false when the workspace was deleted meanwhile */
  private async beginIn(scope: TenantScope): Promise<boolean> {
    try {
      const hasWork = await this.unitOfWork.run(scope, (inner) => this.beginReading(inner));
      this.begun.add(scope.workspaceId);
      if (hasWork) this.due.tell(scope);
      return true;
    } catch (error) {
      if (isWithoutTarget(error)) return false;
      throw error;
    }
  }

  /** Always says yes, because the reader may not have begun there. */
  protected override isDue(): boolean {
    return true;
  }

  /** Calls `begin`, unless the reader reads the workspace already. @returns whether that made work to be done soon */
  protected abstract beginReading(inner: InnerScope): Promise<boolean>;
}
