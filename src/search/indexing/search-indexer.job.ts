import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import { WaitingWork, type Waiting } from '../../platform/queue/waiting-work.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { SearchReader } from './search.reader.js';
import { SearchService } from './search.service.js';
import { SearchWorkRepository } from './search-work.repository.js';
import { TextIndexingService } from './text-indexing.service.js';

/** Indexes texts in the background soon after they were written. Every ten minutes it indexes the texts that other processes have left. */
@Injectable()
export class SearchIndexer implements WorkspaceJob {
  readonly failureCode = 'texts_not_indexed';
  readonly everyMs = 600_000;
  readonly retryMs = 10_000;
  /** Many texts at once cost less. */
  readonly pauseMs = 2_000;
  private readonly counted = new WaitingWork();

  constructor(
    private readonly reader: SearchReader,
    private readonly search: SearchService,
    private readonly indexing: TextIndexingService,
    private readonly work: SearchWorkRepository,
  ) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.reader.due.listen(due);
    this.search.due.listen(due);
  }

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    try {
      await this.reader.runIn(scope, signal);
      let isLeft = true;
      while (isLeft && !signal.aborted) {
        const step = await this.indexing.stepIfFree(scope);
        isLeft = step !== null && (step.isMoreLeft || step.left.length > 0);
      }
    } finally {
      await this.counted.count(scope, () => this.work.waiting(scope));
    }
  }

  /** The texts of this process whose words could not be read. */
  get unreadable(): number {
    return this.indexing.unreadable;
  }

  /** The work that waits in all workspaces, as each was last looked at. */
  get waiting(): Waiting {
    return this.counted.total;
  }
}
