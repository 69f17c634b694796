import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import { OptionalOrdinal } from '../../platform/http/requests/validators.js';
import { Count, Flag, Id, Text } from '../../platform/http/answers/properties.js';

/** Selects a page; without page number and page size, everything [rule 12]. */
export class ListNamesQuery {
  @OptionalOrdinal('The page to return. Without `page_number` and `page_size`, everything is returned.')
  page_number?: string;

  @OptionalOrdinal(
    `Items per page: ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
  )
  page_size?: string;
}

export class NamesPaginationDto {
  @Count(2, 'Exact number on all pages.') total_records!: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Absent without paging.', example: 1 })
  current_page_number?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Absent without paging.', example: 1 })
  total_pages?: number;

  @Count(2, 'Items per page. Without paging, the number of returned items.') page_size!: number;
}

/** Makes the class of what has an id and a name, with an example of each. */
export function named(
  exampleOfId: string,
  exampleOfName: string,
): Type<Readonly<Record<'id' | 'name', string>>> {
  class Named {
    @Id(exampleOfId) id!: string;
    @Text(exampleOfName) name!: string;
  }
  return Named;
}

export class StatusDto extends named('0190c7a4-1a11-7111-8111-1a2b3c4d5e6f', 'waiting_on_customer') {
  @Flag(true, 'Whether every workspace has it.') is_default!: boolean;
}

class SubCategoryTwoDto extends named('0190c7a4-2c33-7333-8333-3a2b3c4d5e6f', 'VAT') {}

class SubCategoryOneDto extends named('0190c7a4-2b22-7222-8222-2a2b3c4d5e6f', 'Invoices') {
  @ApiProperty({ type: [SubCategoryTwoDto] }) sub_categories!: SubCategoryTwoDto[];
}

export class CategoryDto extends named('0190c7a4-2a11-7111-8111-1a2b3c4d5e6f', 'Billing') {
  @ApiProperty({ type: [SubCategoryOneDto] }) sub_categories!: SubCategoryOneDto[];
}

class GroupDto extends named('0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f', 'Support') {}

class CompanyDto extends named('0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c', 'Globex Corporation') {}

class NameListResponse {
  @ApiProperty({ type: NamesPaginationDto }) pagination!: NamesPaginationDto;
}

export class StatusListResponse extends NameListResponse {
  @ApiProperty({ type: [StatusDto] }) statuses!: StatusDto[];
}

export class CategoryListResponse extends NameListResponse {
  @ApiProperty({ type: [CategoryDto] }) categories!: CategoryDto[];
}

export class GroupListResponse extends NameListResponse {
  @ApiProperty({ type: [GroupDto] }) groups!: GroupDto[];
}

export class CompanyListResponse extends NameListResponse {
  @ApiProperty({ type: [CompanyDto] }) companies!: CompanyDto[];
}
