import { Injectable } from '@nestjs/common';
import type { TeamMemberId, TicketId } from '../../kernel/ids.js';
import { refusalsOf } from '../../kernel/errors.js';
import type { PageRequest, RowOfPage } from '../../kernel/page.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository, type Weighed } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../fields/known/known-vocabulary.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import { MEMBERS, FIND_BY_ID, FIND_BY_NUMBER, FIND_MERGED, FIND_ORIGIN } from './ticket.sql.js';
import type { TicketOrder } from './ticket-filter.rules.js';
import { listStatement } from './ticket-list.sql.js';
import type { TicketConditions } from './ticket-search.rules.js';
import type { MergedTickets, TicketOrigin, TicketRow } from './ticket.row.js';

const TICKET_LISTS = refusalsOf('tickets', 'by more or narrower filters, or by an earlier page');

/** A row of a page counts the whole list, too. A page without tickets is one row without a ticket. */
type ListedRow = RowOfPage<TicketRow> &
  Versioned &
  Weighed & {
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
  /** Finds one row or none. */
  find(scope: TenantScope | InnerScope, ref: TicketRef): Promise<(TicketRow & Weighed)[]> {
    const [statement, reference] = 'id' in ref ? [FIND_BY_ID, ref.id] : [FIND_BY_NUMBER, ref.number];
    return this.queryWeighed(scope, statement, [reference], TICKET_LISTS);
  }

  async origin(scope: TenantScope | InnerScope, id: TicketId): Promise<TicketOrigin | null> {
    const [row] = await this.query<TicketOrigin>(scope, FIND_ORIGIN, [id]);
    return row ?? null;
  }

  async merged(scope: TenantScope | InnerScope, id: TicketId): Promise<MergedTickets | null> {
    const [row] = await this.query<MergedTickets>(scope, FIND_MERGED, [id]);
    return row ?? null;
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
    return this.queryWeighed(scope, statement, values, TICKET_LISTS);
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
