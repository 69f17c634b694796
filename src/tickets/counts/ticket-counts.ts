import { Injectable } from '@nestjs/common';
import { valueIn, type Checked } from '../../kernel/errors.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { KeptTotals } from '../../platform/counts/kept-totals.js';
import { ListTotalsRepository } from '../../platform/counts/list-totals.repository.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { TicketCountsRepository, type CountedTag } from './ticket-counts.repository.js';
import { TAKE_CHANGES } from './ticket-counts.sql.js';

/** Keeps the counts behind pages, totals and tags of tickets. */
@Injectable()
export class TicketCounts extends KeptTotals {
  readonly failureCode = 'ticket_counts_not_settled';
  protected readonly list = 'tickets';
  protected readonly taking = TAKE_CHANGES;

  constructor(
    totals: ListTotalsRepository,
    unitOfWork: UnitOfWork,
    private readonly counts: TicketCountsRepository,
  ) {
    super(totals, unitOfWork);
  }

  /**
   * Lists the tags that tickets have [rule 12], in the order of their names without regard to case, by code point.
   * @throws invalid_request with the problems of the query
   */
  async pageOfTags(
    scope: TenantScope,
    query: Checked<unknown>,
    request: PageRequest,
  ): Promise<Page<CountedTag>> {
    valueIn(query);
    const page = await this.counts.pageOfTags(scope, request);
    this.noteWaiting(scope, page.waitingChanges);
    return page;
  }

  /** Chunks are split when few changes wait: the new counts are tickets minus changes. */
  protected override complete(inner: InnerScope): Promise<void> {
    return this.counts.split(inner);
  }
}
