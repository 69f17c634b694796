import { ApiProperty } from '@nestjs/swagger';
import { paginationOf, type Page, type PageOrAll } from '../../../kernel/page.js';
import type { Wire } from './wire.js';

/** The place of a page in its list (specification 2.6). */
export class PaginationDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Exact number on all pages.', example: 5 })
  total_records!: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  current_page_number!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  total_pages!: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, example: 30 })
  page_size!: number;
}

export function toPaginationDto(page: Page<unknown>): Wire<PaginationDto> {
  const { totalRecords, currentPageNumber, totalPages, pageSize } = paginationOf(page);
  return {
    total_records: totalRecords,
    current_page_number: currentPageNumber,
    total_pages: totalPages,
    page_size: pageSize,
  };
}

/** Shows the place of a page; of a whole list only the total and the size (decisions, section 3). */
export function toPaginationOfPageOrAll({
  items,
  totalRecords,
  request,
}: PageOrAll<unknown>): Pick<PaginationDto, 'total_records' | 'page_size'> & Partial<Wire<PaginationDto>> {
  if (request === null) return { total_records: totalRecords, page_size: items.length };
  return toPaginationDto({ items, totalRecords, request });
}
