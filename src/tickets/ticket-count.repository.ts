import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { ADD_COUNTS, COUNT_ALL, FOLD_CHANGES, LOCK_COUNTS, SPLIT_CHUNKS } from './ticket-count.sql.js';

/** Rows of changes, and tickets in them, that one statement folds. */
const ROWS_AT_ONCE = 2_000;
const TICKETS_AT_ONCE = 20_000;

/** How many tickets a chunk has when it is new; it is split when it has more than twice as many. */
const CHUNK_SIZE = 2_000;

/** All SQL that keeps the counts of tickets. */
@Injectable()
export class TicketCountRepository extends TenantRepository {
  /** @returns false when the workspace has its row of counts already */
  async add(inner: InnerScope): Promise<boolean> {
    return (await this.query(inner, ADD_COUNTS)).length > 0;
  }

  /**
   * Makes everyone else leave the counts alone until the unit of work ends; nobody waits.
   * @returns whether the tickets were ever counted; null when somebody else has the lock or there are no counts
   */
  async lock(inner: InnerScope): Promise<boolean | null> {
    const [row] = await this.query<{ isCounted: boolean }>(inner, LOCK_COUNTS);
    return row ? row.isCounted : null;
  }

  async countAll(inner: InnerScope): Promise<void> {
    await this.query(inner, COUNT_ALL);
  }

  /** @returns whether there were no more changes than could be folded */
  async fold(inner: InnerScope): Promise<boolean> {
    const [row] = await this.query<{ isAll: boolean }>(inner, FOLD_CHANGES, [ROWS_AT_ONCE, TICKETS_AT_ONCE]);
    return row?.isAll ?? true;
  }

  async split(inner: InnerScope): Promise<void> {
    await this.query(inner, SPLIT_CHUNKS, [CHUNK_SIZE]);
  }
}
