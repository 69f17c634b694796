import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { NamesPaginationDto } from '../../vocabulary/dto/vocabulary.dto.js';
import { FIELD_KINDS, FIELD_STATES, type FieldKind, type FieldState } from '../field.kinds.js';
import { OneOf, IsPositiveInteger, Optional } from '../../platform/http/requests/validators.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';

/** Shows one option of a field [spec 2.2]. */
class FieldOptionDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d' })
  id!: string;

  @ApiProperty({ example: 'India' })
  label!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  display_order!: number;
}

/** Shows a custom field of tickets [spec 2.1]. */
export class FieldDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-af88-7164-83d5-6f7a8b9c0d1e' })
  id!: string;

  @ApiProperty({ description: 'Unique in the workspace without regard to case.', example: 'Country' })
  name!: string;

  @ApiProperty({ enum: FIELD_KINDS, example: 'single_option' })
  kind!: FieldKind;

  @ApiProperty({
    enum: FIELD_STATES,
    description: 'Inactive fields are hidden from agents and customers.',
    example: 'active',
  })
  state!: FieldState;

  @ApiProperty({ enum: ['ticket'], example: 'ticket' })
  resource_type!: 'ticket';

  @ApiProperty({ description: 'Customers must fill the field when submitting a ticket.', example: false })
  is_required!: boolean;

  @ApiProperty({ description: 'Agents must fill the field when creating a ticket.', example: false })
  is_required_for_agent_when_submitting_form!: boolean;

  @ApiProperty({ description: 'Agents must fill the field before closing a ticket.', example: true })
  is_required_for_agent_when_closing_ticket!: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  display_order!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the field in placeholders: `{{ticket.custom_fields.<placeholder_slug>}}`.',
    example: 'country',
  })
  placeholder_slug!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-04T10:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-06-09T12:00:00.000Z' })
  updated_at!: string;

  @ApiPropertyOptional({
    type: [FieldOptionDto],
    description:
      'The options that can be set, in display order. Only `single_option` and `multi_option` fields have them.',
  })
  options?: FieldOptionDto[];
}

export class FieldResponse extends answerOf('field', FieldDto) {}

class FieldPaginationDto extends NamesPaginationDto {
  @ApiProperty({ type: 'integer', example: 5 })
  declare total_records: number;

  @ApiProperty({
    type: 'integer',
    description: 'Fields per page. Without paging, the number of returned fields.',
    example: 30,
  })
  declare page_size: number;
}

export class FieldListResponse {
  @ApiProperty({ type: [FieldDto] })
  fields!: FieldDto[];

  @ApiProperty({ type: FieldPaginationDto })
  pagination!: FieldPaginationDto;
}

/** Selects fields: without page number and page size, all of them [spec 4.2] [rule 3]. */
export class ListFieldsQuery {
  @Optional({
    type: 'integer',
    minimum: 1,
    description: 'The page to return. Without `page_number` and `page_size`, all fields are returned.',
    example: 1,
  })
  @IsPositiveInteger()
  page_number?: string;

  @Optional({
    type: 'integer',
    minimum: 1,
    description: 'Another name of `page_number`, which counts when both are there.',
  })
  @IsPositiveInteger()
  page?: string;

  @Optional({
    type: 'integer',
    minimum: 1,
    description: `Fields per page: ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
    example: DEFAULT_PAGE_SIZE,
  })
  @IsPositiveInteger()
  page_size?: string;

  @OneOf(FIELD_STATES, {
    description: 'State of the fields to return. When absent, fields of all states are returned.',
    example: 'active',
  })
  state?: FieldState;
}
