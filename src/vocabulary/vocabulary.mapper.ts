import { refuseIfAny } from '../kernel/errors.js';
import { offsetOf } from '../kernel/page.js';
import { Problems, type Draft } from '../kernel/problems.js';
import { toPaginationOfPageOrAll } from '../platform/http/answers/pagination.dto.js';
import type { Wire } from '../platform/http/answers/wire.js';
import { toPageRequestIfAny } from '../platform/http/requests/page.query.js';
import type { CategoryDto, ListNamesQuery, NamesPaginationDto, StatusDto } from './dto/vocabulary.dto.js';
import type { CategoryRow, StatusRow } from './vocabulary.rules.js';

/**
 * Cuts the page that a query asks for out of a list, which is the whole list when it asks for none.
 * @throws invalid_request with the problems of the query
 */
export function pageOfNames<Item>(
  { value, problems }: Draft<ListNamesQuery>,
  all: readonly Item[],
): { readonly items: readonly Item[]; readonly pagination: Wire<NamesPaginationDto> } {
  refuseIfAny(new Problems(problems));
  const request = toPageRequestIfAny(value);
  const items = request ? all.slice(offsetOf(request)).slice(0, request.size) : all;
  return { items, pagination: toPaginationOfPageOrAll({ items, totalRecords: all.length, request }) };
}

export function toStatusDto({ id, name, isDefault }: StatusRow): Wire<StatusDto> {
  return { id, name, is_default: isDefault };
}

/** Shows a group, a company or a category to clients. */
export function toNameDto<Id>({ id, name }: { readonly id: Id; readonly name: string }): {
  id: Id;
  name: string;
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
