import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from './ticket-counts.service.js';

/**
 * Folds the noted changes into the counts of tickets (decision 10): every hour in all workspaces, and soon in a workspace where a
 * reader or a writer met many changes. Lists are exact without it; many changes make them slower.
 */
@Injectable()
export class TicketCountsJob implements WorkspaceJob {
  readonly failureCode = 'ticket_counts_not_settled';
  readonly everyMs = 3_600_000;

  constructor(private readonly counts: TicketCounts) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.counts.onWaiting(({ workspaceId }) => {
      due(workspaceId);
    });
  }

  runIn(scope: TenantScope): Promise<void> {
    return this.counts.settle(scope);
  }
}
