import { Injectable } from '@nestjs/common';
import type { TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { PageRequest, RowOfPage } from '../../kernel/page.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import { MEMBERS, FIND_BY_ID, FIND_BY_NUMBER, FIND_MERGED, LOCAL_TIME } from './ticket.sql.js';
import type { ListClock, TicketOrder } from './ticket-filter.rules.js';
import { listStatement } from './ticket-list.sql.js';
import type { TicketConditions } from './ticket-search.rules.js';
import type { MergedTickets, TicketRow, WholeTicketRow } from './ticket.row.js';

/** A row of a page counts the whole list, too. A page without tickets is one row without a ticket. */
type ListedRow = RowOfPage<TicketRow> &
  Versioned & {
    /** Counts the changes that are not folded into the counts yet, in a list with a kept total. */
    readonly waitingChanges?: number;
  };

/** Finds members by their folded address. */
export interface Members {
  readonly active: ReadonlyMap<string, TeamMemberId>;
  readonly removed: ReadonlyMap<string, TeamMemberId>;
}

/** Reads tickets with ids of the vocabulary, and their people. */
@Injectable()
export class TicketReaderRepository extends TenantRepository {
  find(scope: TenantScope | InnerScope, ref: TicketRef): Promise<WholeTicketRow[]> {
    const [statement, reference] = 'id' in ref ? [FIND_BY_ID, ref.id] : [FIND_BY_NUMBER, ref.number];
    return this.query(scope, statement, [reference]);
  }

  merged(scope: TenantScope | InnerScope, id: TicketId): Promise<MergedTickets | null> {
    return this.queryOne(scope, FIND_MERGED, [id]);
  }

  /**
   * A page of the tickets that meet the conditions, with the exact total of the same moment.
   * @throws filter_too_broad, page_too_large
   */
  list(
    scope: TenantScope | InnerScope,
    conditions: TicketConditions,
    order: TicketOrder,
    request: PageRequest,
  ): Promise<ListedRow[]> {
    const { statement, values } = listStatement(conditions, order, request);
    return this.query(scope, statement, values);
  }

  async localTime(scope: TenantScope | InnerScope): Promise<ListClock> {
    const [clock] = await this.query<ListClock>(scope, LOCAL_TIME);
    if (!clock) throw new Error('The workspace has no ticket counter.');
    return clock;
  }

  async members(scope: TenantScope | InnerScope): Promise<Members> {
    const rows = await this.query<FoundMember>(scope, MEMBERS);
    const byAddress = (wanted: boolean): Map<string, TeamMemberId> =>
      new Map(rows.flatMap(({ id, emailKey, isRemoved }) => (isRemoved === wanted ? [[emailKey, id]] : [])));
    return { active: byAddress(false), removed: byAddress(true) };
  }
}

interface FoundMember {
  readonly id: TeamMemberId;
  readonly emailKey: string;
  readonly isRemoved: boolean;
}
