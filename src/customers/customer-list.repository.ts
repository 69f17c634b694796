import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../kernel/page.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository, type Weighed } from '../platform/tenancy/tenant.repository.js';
import { FOLD_CUSTOMERS, pageOfCustomers, type CustomerFilter } from './customer-list.sql.js';
import { CUSTOMER_LISTS } from './customer.errors.js';
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
   * A page of the customers of a filter, newest first, with the exact total of the same moment.
   * @throws filter_too_broad, page_too_large
   */
  page(scope: TenantScope, filter: CustomerFilter, request: PageRequest): Promise<ListedCustomer[]> {
    const { statement, values } = pageOfCustomers(filter, request);
    return this.queryWeighed(scope, statement, values, CUSTOMER_LISTS);
  }

  /** Folds changes into the count. @returns whether all changes were folded */
  async fold(inner: InnerScope): Promise<boolean> {
    const [row] = await this.query<{ isAll: boolean }>(inner, FOLD_CUSTOMERS, [ROWS_AT_ONCE]);
    return row?.isAll ?? true;
  }
}
