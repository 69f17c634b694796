import { Injectable } from '@nestjs/common';
import type { Statement } from '../tenancy/statement.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { ListTotal } from './entities/list-total.entity.js';
import { ADD_TO_TOTALS, LOCK_TOTAL } from './list-totals.sql.js';

/** `totals` are the sums of the changes that were taken out of their table. */
interface TakenChanges {
  /** True when no change is left. */
  readonly isAll: boolean;
  readonly totals: readonly Omit<ListTotal, 'workspaceId'>[];
}

const NOTHING: TakenChanges = { isAll: true, totals: [] };

@Injectable()
export class ListTotalsRepository extends TenantRepository {
  /** Adds the total of a list, whose row the lock needs. @returns false when the workspace has it already */
  async begin(inner: InnerScope, list: string): Promise<boolean> {
    return (await this.insertIfFree(inner, ListTotal, [{ list, value: '', name: '', records: 0 }])) > 0;
  }

  /**
   * Locks the totals of a list until the unit of work ends, without waiting.
   * @returns false when another process has the lock or the list has no total
   */
  async lock(inner: InnerScope, list: string): Promise<boolean> {
    return (await this.query(inner, LOCK_TOTAL, [list])).length > 0;
  }

  /**
   * Takes changes, no further one after the given number of records, and adds them to totals.
   * @param taking a `takingStatement`
   * @returns whether no change is left
   */
  async fold(inner: InnerScope, taking: Statement, most: number): Promise<boolean> {
    const [{ isAll, totals } = NOTHING] = await this.query<TakenChanges>(inner, taking, [most]);
    if (totals.length > 0) await this.query(inner, ADD_TO_TOTALS, [JSON.stringify(totals)]);
    return isAll;
  }
}
