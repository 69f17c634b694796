/** Pages start at 1 and hold 30 items, unless the client asks for something else [spec 4.10] [rule 3]. */
export const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 100;

export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalRecords: number;
  readonly request: PageRequest;
}

/** `request` is null when the client asked for no page: then `items` is the whole list. */
export interface PageOrAll<Item> extends Omit<Page<Item>, 'request'> {
  readonly request: PageRequest | null;
}

/** A row of a page, with the number of items of the whole list. A page without items is one row with a null id. */
export type RowOfPage<Item> = (Item | { readonly id: null }) & { readonly totalRecords: number };

export function pageOf<Item extends { readonly id: unknown }, Request = PageRequest>(
  rows: readonly RowOfPage<Item>[],
  request: Request,
): Omit<Page<Item>, 'request'> & { readonly request: Request } {
  const items = rows.filter((row): row is RowOfPage<Item> & Item => row.id !== null);
  return { items, totalRecords: rows[0]?.totalRecords ?? 0, request };
}

export function pageOfAll<Item>(all: readonly Item[], request: PageRequest): Page<Item> {
  const offset = offsetOf(request);
  return { items: all.slice(offset, offset + request.size), totalRecords: all.length, request };
}

interface Pagination {
  readonly totalRecords: number;
  readonly currentPageNumber: number;
  readonly totalPages: number;
  readonly pageSize: number;
}

/** Lowers a size above the maximum and a number above 2^53-1. */
export function pageRequest(number = 1, size = DEFAULT_PAGE_SIZE): PageRequest {
  return { number: Math.min(number, Number.MAX_SAFE_INTEGER), size: Math.min(size, MAX_PAGE_SIZE) };
}

/** Returns how many items come before the page, at most 2^53-1: every list has ended there. */
export function offsetOf({ number, size }: PageRequest): number {
  return Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER);
}

export function paginationOf({ totalRecords, request }: Omit<Page<unknown>, 'items'>): Pagination {
  return {
    totalRecords,
    currentPageNumber: request.number,
    totalPages: Math.ceil(totalRecords / request.size),
    pageSize: request.size,
  };
}
