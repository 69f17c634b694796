import { Injectable } from '@nestjs/common';
import { offsetOf, type Page, type PageRequest } from '../../kernel/page.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { FOLD_TAGS, PAGE_OF_TAGS } from './tag-counts.sql.js';

/** Rows of changes, and tags in them, that one statement folds. */
const ROWS_AT_ONCE = 2_000;
const TAGS_AT_ONCE = 20_000;

/** A tag, and how many tickets have it. */
export interface CountedTag {
  readonly name: string;
  readonly ticketCount: number;
}

/** A page of tags, and how many changes are not folded into the counts yet. */
export interface TagsPage extends Page<CountedTag> {
  readonly waitingChanges: number;
}

/** Keeps and reads the counts of tags. */
@Injectable()
export class TagCountsRepository extends TenantRepository {
  /**
   * Folds changes into the counts. The caller has locked the counts of tickets, and sees one snapshot.
   * @returns whether all changes were folded
   */
  async fold(inner: InnerScope): Promise<boolean> {
    const [row] = await this.query<{ isAll: boolean }>(inner, FOLD_TAGS, [ROWS_AT_ONCE, TAGS_AT_ONCE]);
    return row?.isAll ?? true;
  }

  /** A page of the tags that tickets have, with the exact total of the same moment. */
  async page(scope: TenantScope, request: PageRequest): Promise<TagsPage> {
    const rows = await this.query<ListedTag>(scope, PAGE_OF_TAGS, [request.size, offsetOf(request)]);
    const items = rows.filter((row): row is ListedTag & CountedTag => row.name !== null);
    const { totalRecords = 0, waitingChanges = 0 } = rows[0] ?? {};
    return { items, totalRecords, waitingChanges, request };
  }
}

/** A page without tags is one row without a name. */
type ListedTag = { readonly totalRecords: number; readonly waitingChanges: number } & (
  CountedTag | { readonly name: null }
);
