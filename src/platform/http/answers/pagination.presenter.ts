import { paginationOf, type Page } from '../../../kernel/page.js';
import type { PaginationDto, Wire } from './answer.dto.js';

/** Makes the function that answers with an item under its name, as `answerOf` describes it. */
export const toAnswerOf =
  <Name extends string, Row, Item>(name: Name, show: (row: Row) => Item) =>
  (row: Row): Readonly<Record<Name, Item>> =>
    ({ [name]: show(row) }) as Record<Name, Item>;

/** Makes the function that answers with a page of a list under its name, as `pageAnswerOf` describes it. */
export const toPageAnswerOf =
  <Name extends string, Row, Item>(name: Name, show: (row: Row) => Item) =>
  (page: Page<Row>): Record<Name, Item[]> & { readonly pagination: Wire<PaginationDto> } =>
    ({ [name]: page.items.map(show), pagination: toPaginationDto(page) }) as never;

export function toPaginationDto(page: Page<unknown>): Wire<PaginationDto> {
  const { totalRecords, currentPageNumber, totalPages, pageSize } = paginationOf(page);
  return {
    total_records: totalRecords,
    current_page_number: currentPageNumber,
    total_pages: totalPages,
    page_size: pageSize,
  };
}
