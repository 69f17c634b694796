import { paginationOf, type Page } from '../../../kernel/page.js';
import type { PaginationDto, Wire } from './answer.dto.js';

/** Shows which part of its list a page is. */
export function toPaginationDto(page: Page<unknown>): Wire<PaginationDto> {
  const { totalRecords, currentPageNumber, totalPages, pageSize } = paginationOf(page);
  return {
    total_records: totalRecords,
    current_page_number: currentPageNumber,
    total_pages: totalPages,
    page_size: pageSize,
  };
}
