import { Injectable } from '@nestjs/common';
import type { Weighed } from '../../kernel/answer-room.js';
import type { TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { PageRequest } from '../../kernel/page.js';
import { isStatementTimeout } from '../../platform/database/postgres-errors.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Versioned } from '../../vocabulary/known-vocabulary.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import { filterTooBroad } from '../rules/ticket.errors.js';
import { MEMBERS } from './people.sql.js';
import type { TicketFilter, TicketOrder } from './ticket-filter.rules.js';
import { listStatement } from './ticket-list.sql.js';
import type { TicketOrigin, TicketRow } from './ticket.row.js';
import { FIND_BY_ID, FIND_BY_NUMBER, FIND_ORIGIN } from './ticket.sql.js';

/** A row of a page says also how many tickets the whole list has. A page without tickets is one row without a ticket. */
export type ListedRow = Versioned &
  Weighed & {
    readonly totalRecords: number;
    /** How many changes are not folded into the counts yet; null when all tickets had to be counted. */
    readonly waitingChanges?: number | null;
  } & (TicketRow | { readonly id: null });

/** Members by their folded address. */
export interface Members {
  readonly active: ReadonlyMap<string, TeamMemberId>;
  readonly removed: ReadonlyMap<string, TeamMemberId>;
}

/** Reads tickets with ids of the vocabulary, and their people. */
@Injectable()
export class TicketReaderRepository extends TenantRepository {
  /** One row or none, with its texts when they have at most `mostBytes`. */
  find(scope: TenantScope | InnerScope, ref: TicketRef, mostBytes: number): Promise<(TicketRow & Weighed)[]> {
    const [statement, reference] = 'id' in ref ? [FIND_BY_ID, ref.id] : [FIND_BY_NUMBER, ref.number];
    return this.query(scope, statement, [reference, mostBytes]);
  }

  /** Where a ticket came from, and who takes part; null when there is no such ticket. */
  async origin(scope: TenantScope | InnerScope, id: TicketId): Promise<TicketOrigin | null> {
    const [row] = await this.query<TicketOrigin>(scope, FIND_ORIGIN, [id]);
    return row ?? null;
  }

  /**
   * A page of the tickets that meet the filter, with the exact total of the same moment. Its texts come when they have at most
   * `mostBytes` together.
   * @throws filter_too_broad
   */
  async list(
    scope: TenantScope | InnerScope,
    filter: TicketFilter,
    order: TicketOrder,
    request: PageRequest,
    mostBytes: number,
  ): Promise<ListedRow[]> {
    const { statement, values } = listStatement(filter, order, request, mostBytes);
    try {
      return await this.query<ListedRow>(scope, statement, values);
    } catch (error) {
      const isTooBroad = statement.planned === 'each_time' && isStatementTimeout((error as Error).cause);
      throw isTooBroad ? filterTooBroad(error) : error;
    }
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
