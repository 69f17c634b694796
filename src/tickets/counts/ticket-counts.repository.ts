import { Injectable } from '@nestjs/common';
import { offsetOf, type Page, type PageRequest } from '../../kernel/page.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { PAGE_OF_TAGS, SPLIT_CHUNKS } from './ticket-counts.sql.js';

/** A new chunk has this number of tickets. A chunk with more than twice as many is split. */
const CHUNK_SIZE = 2_000;

export interface CountedTag {
  readonly name: string;
  readonly ticketCount: number;
}

/** `waitingChanges` counts the changes that are not folded into the counts yet. */
export interface TagsPage extends Page<CountedTag> {
  readonly waitingChanges: number;
}

/** A page without tags is one row without a name. */
type ListedTag = { readonly totalRecords: number; readonly waitingChanges: number } & (
  CountedTag | { readonly name: null }
);

@Injectable()
export class TicketCountsRepository extends TenantRepository {
  async split(inner: InnerScope): Promise<void> {
    await this.query(inner, SPLIT_CHUNKS, [CHUNK_SIZE]);
  }

  /** Reads a page of tags with the exact total of the same moment. */
  async pageOfTags(scope: TenantScope, request: PageRequest): Promise<TagsPage> {
    const rows = await this.query<ListedTag>(scope, PAGE_OF_TAGS, [request.size, offsetOf(request)]);
    const items = rows.filter((row): row is ListedTag & CountedTag => row.name !== null);
    const { totalRecords = 0, waitingChanges = 0 } = rows[0] ?? {};
    return { items, totalRecords, waitingChanges, request };
  }
}
