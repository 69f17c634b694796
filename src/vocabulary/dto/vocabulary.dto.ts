import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import { IsPositiveInteger, Optional } from '../../platform/http/requests/validators.js';

/** Selects a page; without page number and page size, everything (extensions, section 12). */
export class ListNamesQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'The page to return. Without `page_number` and `page_size`, everything is returned.',
  })
  @Optional()
  @IsPositiveInteger()
  page_number?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: `Items per page: ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
  })
  @Optional()
  @IsPositiveInteger()
  page_size?: string;
}

/** Four keys for a page; only the total and the size when everything is returned. */
export class NamesPaginationDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Exact number on all pages.', example: 2 })
  total_records!: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Absent without paging.', example: 1 })
  current_page_number?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Absent without paging.', example: 1 })
  total_pages?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Items per page. Without paging, the number of returned items.',
    example: 2,
  })
  page_size!: number;
}

export class StatusDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-1a11-7111-8111-1a2b3c4d5e6f' })
  id!: string;

  @ApiProperty({ example: 'waiting_on_customer' })
  name!: string;

  @ApiProperty({ description: 'Whether every workspace has it.', example: true })
  is_default!: boolean;
}

export class SubCategoryTwoDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-2c33-7333-8333-3a2b3c4d5e6f' })
  id!: string;

  @ApiProperty({ example: 'VAT' })
  name!: string;
}

export class SubCategoryOneDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-2b22-7222-8222-2a2b3c4d5e6f' })
  id!: string;

  @ApiProperty({ example: 'Invoices' })
  name!: string;

  @ApiProperty({ type: [SubCategoryTwoDto] })
  sub_categories!: SubCategoryTwoDto[];
}

export class CategoryDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-2a11-7111-8111-1a2b3c4d5e6f' })
  id!: string;

  @ApiProperty({ example: 'Billing' })
  name!: string;

  @ApiProperty({ type: [SubCategoryOneDto] })
  sub_categories!: SubCategoryOneDto[];
}

/** A group that a ticket can be given to. */
export class GroupDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f' })
  id!: string;

  @ApiProperty({ example: 'Support' })
  name!: string;
}

/** A company that a customer can belong to. */
export class CompanyDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c' })
  id!: string;

  @ApiProperty({ example: 'Globex Corporation' })
  name!: string;
}

class NameListResponse {
  @ApiProperty({ type: NamesPaginationDto })
  pagination!: NamesPaginationDto;
}

export class StatusListResponse extends NameListResponse {
  @ApiProperty({ type: [StatusDto] })
  statuses!: StatusDto[];
}

export class CategoryListResponse extends NameListResponse {
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];
}

export class GroupListResponse extends NameListResponse {
  @ApiProperty({ type: [GroupDto] })
  groups!: GroupDto[];
}

export class CompanyListResponse extends NameListResponse {
  @ApiProperty({ type: [CompanyDto] })
  companies!: CompanyDto[];
}
