/** Pages start at 1 and hold 30 items unless the client says otherwise (specification 4.10, decisions section 3). */
export const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 100;

/** Which part of a list is wanted. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** One part of a list, and how many items the whole list holds. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalRecords: number;
  readonly request: PageRequest;
}

export interface Pagination {
  readonly totalRecords: number;
  readonly currentPageNumber: number;
  readonly totalPages: number;
  readonly pageSize: number;
}

/** A page request from what the client named; a size beyond the maximum is lowered to it, a number beyond 2^53-1 too. */
export function pageRequest(number = 1, size = DEFAULT_PAGE_SIZE): PageRequest {
  return { number: Math.min(number, Number.MAX_SAFE_INTEGER), size: Math.min(size, MAX_PAGE_SIZE) };
}

/** How many items come before the page; beyond 2^53-1 it stays there, where every list has ended. */
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
