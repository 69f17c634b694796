import { valueIn, type Checked } from '../kernel/errors.js';
import { pageOfAll } from '../kernel/page.js';
import { toPaginationOfPageOrAll, type Wire } from '../platform/http/answers/answer.dto.js';
import { wire } from '../platform/http/answers/wire.js';
import { toPageRequestIfAny } from '../platform/http/requests/page.query.js';
import {
  type CategoryDto,
  type ListNamesQuery,
  type NamesPaginationDto,
  StatusDto,
} from './dto/vocabulary.dto.js';
import type { CategoryRow, StatusRow } from './vocabulary.rules.js';

/** Cuts the page that a query asks for out of a list, or returns the whole list. @throws invalid_request */
export function pageOfNames<Item>(
  query: Checked<ListNamesQuery>,
  all: readonly Item[],
): { readonly items: readonly Item[]; readonly pagination: Wire<NamesPaginationDto> } {
  const request = toPageRequestIfAny(valueIn(query));
  const page = request ? pageOfAll(all, request) : { items: all, totalRecords: all.length, request };
  return { items: page.items, pagination: toPaginationOfPageOrAll(page) };
}

export function toStatusDto(row: StatusRow): Wire<StatusDto> {
  return wire(StatusDto, row);
}

type NameDto = Pick<StatusDto, 'id' | 'name'>;

export function toNameDto({ id, name }: Wire<NameDto>): Wire<NameDto> {
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
