import { ApiPropertyOptional } from '@nestjs/swagger';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pageRequest, type PageRequest } from '../../../kernel/page.js';
import { IsPositiveInteger, Optional } from './validators.js';

/** A client asks for a page by these parameters [spec 4.10] [rule 3]. */
export class PageQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1, example: 1 })
  @Optional()
  @IsPositiveInteger()
  page_number?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Another name of `page_number`, which counts when both are there.',
  })
  @Optional()
  @IsPositiveInteger()
  page?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    default: DEFAULT_PAGE_SIZE,
    description: `Items per page, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
    example: DEFAULT_PAGE_SIZE,
  })
  @Optional()
  @IsPositiveInteger()
  page_size?: string;
}

export function toPageRequest({ page, page_number = page, page_size }: PageQuery): PageRequest {
  return pageRequest(
    page_number === undefined ? undefined : Number(page_number),
    page_size === undefined ? undefined : Number(page_size),
  );
}

/** Reads the page of a query; null when the query names neither a page nor a size, so that the client wants the whole list. */
export function toPageRequestIfAny(query: PageQuery): PageRequest | null {
  const isWanted = [query.page_number, query.page, query.page_size].some((sent) => sent !== undefined);
  return isWanted ? toPageRequest(query) : null;
}
