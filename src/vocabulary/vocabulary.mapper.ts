import { refuseIfAny } from '../kernel/errors.js';
import { offsetOf, paginationOf } from '../kernel/page.js';
import { Problems, type Draft } from '../kernel/problems.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { toPageRequest } from '../platform/http/requests/page.query.js';
import type { CategoryDto, ListNamesQuery, NamesPaginationDto, StatusDto } from './dto/vocabulary.dto.js';
import type { CategoryRow, StatusRow } from './vocabulary.rules.js';

/** The items that a query asks for, and what it says about them. */
export interface NamesPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Wire<NamesPaginationDto>;
}

/**
 * The page that a query asks for, or everything when it names none. There are few of these items, so all are at hand.
 * @throws invalid_request with the problems of the query
 */
export function pageOfNames<Item>(
  { value, problems }: Draft<ListNamesQuery>,
  all: readonly Item[],
): NamesPage<Item> {
  refuseIfAny(new Problems(problems));
  const totalRecords = all.length;
  if (value.page_number === undefined && value.page_size === undefined)
    return { items: all, pagination: { total_records: totalRecords, page_size: totalRecords } };
  const request = toPageRequest(value);
  const { currentPageNumber, totalPages, pageSize } = paginationOf({ totalRecords, request });
  const first = offsetOf(request);
  return {
    items: all.slice(first, first + request.size),
    pagination: {
      total_records: totalRecords,
      current_page_number: currentPageNumber,
      total_pages: totalPages,
      page_size: pageSize,
    },
  };
}

/** Shows a status to clients. */
export function toStatusDto({ id, name, isDefault }: StatusRow): Wire<StatusDto> {
  return { id, name, is_default: isDefault };
}

/** Shows a group or a company to clients. */
export function toNameDto<Id>({ id, name }: { readonly id: Id; readonly name: string }): {
  readonly id: Id;
  readonly name: string;
} {
  return { id, name };
}

/** Shows the categories of all levels as a tree, in their order. */
export function toCategoryTree(categories: readonly CategoryRow[]): Wire<CategoryDto>[] {
  const below = (parent: CategoryRow | null): CategoryRow[] =>
    categories.filter(({ parentId }) => parentId === (parent?.id ?? null));
  return below(null).map((top) => ({
    ...toNameDto(top),
    sub_categories: below(top).map((middle) => ({
      ...toNameDto(middle),
      sub_categories: below(middle).map(toNameDto),
    })),
  }));
}
