import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { TicketCount } from '../entities/ticket-count.entity.js';
import { COUNT_ALL, FOLD_CHANGES, LOCK_COUNTS, SPLIT_CHUNKS } from './ticket-counts.sql.js';

/** Rows of changes, and tickets in them, that one statement folds. */
const ROWS_AT_ONCE = 2_000;
const TICKETS_AT_ONCE = 20_000;

/** How many tickets a new chunk has. A chunk with more than twice as many is split. */
const CHUNK_SIZE = 2_000;

/** Keeps the counts of tickets. */
@Injectable()
export class TicketCountsRepository extends TenantRepository {
  /** Adds the row of counts, which the other statements lock. @returns false when the workspace already has its row of counts */
  async add(inner: InnerScope): Promise<boolean> {
    return (await this.insertIfFree(inner, TicketCount, [{ tickets: null }])) > 0;
  }

  /**
   * Locks the counts until the unit of work ends, without waiting.
   * @returns whether the tickets were ever counted; null when another process has the lock or there are no counts
   */
  async lock(inner: InnerScope): Promise<boolean | null> {
    const [row] = await this.query<{ isCounted: boolean }>(inner, LOCK_COUNTS);
    return row ? row.isCounted : null;
  }

  async countAll(inner: InnerScope): Promise<void> {
    await this.query(inner, COUNT_ALL);
  }

  /** @returns whether all changes were folded */
  async fold(inner: InnerScope): Promise<boolean> {
    const [row] = await this.query<{ isAll: boolean }>(inner, FOLD_CHANGES, [ROWS_AT_ONCE, TICKETS_AT_ONCE]);
    return row?.isAll ?? true;
  }

  async split(inner: InnerScope): Promise<void> {
    await this.query(inner, SPLIT_CHUNKS, [CHUNK_SIZE]);
  }
}
