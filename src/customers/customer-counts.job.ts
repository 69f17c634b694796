import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../kernel/ids.js';
import type { WorkspaceJob } from '../platform/queue/job.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { CustomerListService } from './customer-list.service.js';

/**
 * Folds the noted changes into the counts of customers (decision 10): every hour in all workspaces, and soon in a workspace where a
 * reader met many changes. Totals are exact without it.
 */
@Injectable()
export class CustomerCountsJob implements WorkspaceJob {
  readonly failureCode = 'customer_counts_not_settled';
  readonly everyMs = 3_600_000;

  constructor(private readonly customers: CustomerListService) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.customers.onManyChanges(due);
  }

  runIn(scope: TenantScope): Promise<void> {
    return this.customers.settleCount(scope);
  }
}
