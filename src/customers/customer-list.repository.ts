import { Injectable } from '@nestjs/common';
import type { Weighed } from '../kernel/answer-room.js';
import type { PageRequest } from '../kernel/page.js';
import { isStatementTimeout } from '../platform/database/postgres-errors.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { FOLD_CUSTOMERS, pageOfCustomers, type CustomerFilter } from './customer-list.sql.js';
import { filterTooBroad } from './customer.errors.js';
import type { CustomerRow } from './customer.rules.js';

/** Rows of changes that one statement folds. */
const ROWS_AT_ONCE = 5_000;

/** A row of a page says also how many customers the list has. A page without customers is one row without a customer. */
export type ListedCustomer = Weighed & {
  readonly totalRecords: number;
  /** How many changes are not folded into the count yet. */
  readonly waitingChanges: number;
} & (CustomerRow | { readonly id: null });

/** Reads lists of customers, and keeps their count. */
@Injectable()
export class CustomerListRepository extends TenantRepository {
  /**
   * A page of the customers of a filter, newest first, with the exact total of the same moment. Its long texts come when they have
   * at most `mostBytes` together.
   * @throws filter_too_broad
   */
  async page(
    scope: TenantScope,
    filter: CustomerFilter,
    request: PageRequest,
    mostBytes: number,
  ): Promise<ListedCustomer[]> {
    const { statement, values } = pageOfCustomers(filter, request, mostBytes);
    try {
      return await this.query<ListedCustomer>(scope, statement, values);
    } catch (error) {
      const isTooBroad = statement.planned === 'each_time' && isStatementTimeout((error as Error).cause);
      throw isTooBroad ? filterTooBroad(error) : error;
    }
  }

  /** Folds changes into the count. @returns whether all changes were folded */
  async fold(inner: InnerScope): Promise<boolean> {
    const [row] = await this.query<{ isAll: boolean }>(inner, FOLD_CUSTOMERS, [ROWS_AT_ONCE]);
    return row?.isAll ?? true;
  }
}
