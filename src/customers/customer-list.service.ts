import { Injectable } from '@nestjs/common';
import { refuseIfAny } from '../kernel/errors.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { CustomerListRepository, type ListedCustomer } from './customer-list.repository.js';
import type { CustomerFilter } from './customer-list.sql.js';
import type { CustomerRow } from './customer.rules.js';

/** This many waiting changes make a list noticeably slower. */
const MANY_CHANGES = 200;

/** Lists the customers of a workspace (extensions, section 13), and keeps their count (decision 10). */
@Injectable()
export class CustomerListService {
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(
    private readonly customers: CustomerListRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A page of the customers that a query asks for, newest first.
   * @throws invalid_request, filter_too_broad, page_too_large
   */
  async page(
    scope: TenantScope,
    query: Draft<CustomerFilter>,
    request: PageRequest,
  ): Promise<Page<CustomerRow>> {
    refuseIfAny(new Problems(query.problems));
    const rows = await this.customers.page(scope, query.value, request);
    const { totalRecords = 0, waitingChanges = 0 } = rows[0] ?? {};
    if (waitingChanges >= MANY_CHANGES) for (const listener of this.listeners) listener(scope.workspaceId);
    const items = rows.filter((row): row is ListedCustomer & CustomerRow => row.id !== null);
    return { items, totalRecords, request };
  }

  /** Folds all changes of the workspace into its count. Skipping or interrupting it only makes lists slower. */
  async settleCount(scope: TenantScope): Promise<void> {
    let isSettled = false;
    while (!isSettled) isSettled = await this.unitOfWork.run(scope, (inner) => this.customers.fold(inner));
  }

  /** Calls the listener with each workspace whose count should be settled. */
  onManyChanges(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }
}
