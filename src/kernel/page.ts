/** Pages start at 1 and hold 30 items, unless the client asks for something else (specification 4.10, decisions section 3). */
export const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 100;

/** A page that a client asks for. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** One page of a list, and how many items the whole list has. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalRecords: number;
  readonly request: PageRequest;
}

/** One page of a list, or the whole list when no page was asked for. */
export interface PageOrAll<Item> extends Omit<Page<Item>, 'request'> {
  readonly request: PageRequest | null;
}

interface Pagination {
  readonly totalRecords: number;
  readonly currentPageNumber: number;
  readonly totalPages: number;
  readonly pageSize: number;
}

/** Makes a page request. A size above the maximum and a number above 2^53-1 are lowered to those. */
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
