import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { NamesPaginationDto } from '../../vocabulary/dto/vocabulary.dto.js';
import { FIELD_KINDS, FIELD_STATES, type FieldKind, type FieldState } from '../field.kinds.js';
import { OneOf, IsPositiveInteger, Optional } from '../../platform/http/requests/validators.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import { Count, Flag, Id, Moment, Text, TextOrNull, Whole } from '../../platform/http/answers/properties.js';

/** Shows one option of a field [spec 2.2]. */
class FieldOptionDto {
  @Id('0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d') id!: string;
  @Text('India') label!: string;
  @Count(0) display_order!: number;
}

/** Shows a custom field of tickets [spec 2.1]. */
export class FieldDto {
  @Id('0190c7a4-af88-7164-83d5-6f7a8b9c0d1e') id!: string;
  @Text('Country', 'Unique in the workspace without regard to case.') name!: string;
  @ApiProperty({ enum: FIELD_KINDS, example: 'single_option' }) kind!: FieldKind;

  @ApiProperty({
    enum: FIELD_STATES,
    description: 'Inactive fields are hidden from agents and customers.',
    example: 'active',
  })
  state!: FieldState;

  @ApiProperty({ enum: ['ticket'], example: 'ticket' }) resource_type!: 'ticket';
  @Flag(false, 'Customers must fill the field when submitting a ticket.') is_required!: boolean;

  @Flag(false, 'Agents must fill the field when creating a ticket.')
  is_required_for_agent_when_submitting_form!: boolean;

  @Flag(true, 'Agents must fill the field before closing a ticket.')
  is_required_for_agent_when_closing_ticket!: boolean;

  @Count(0) display_order!: number;

  @TextOrNull(
    'country',
    'The name of the field in placeholders: `{{ticket.custom_fields.<placeholder_slug>}}`.',
  )
  placeholder_slug!: string | null;

  @Moment('2026-03-04T10:00:00.000Z') created_at!: string;
  @Moment('2026-06-09T12:00:00.000Z') updated_at!: string;

  @ApiPropertyOptional({
    type: [FieldOptionDto],
    description:
      'The options that can be set, in display order. Only `single_option` and `multi_option` fields have them.',
  })
  options?: FieldOptionDto[];
}

export class FieldResponse extends answerOf('field', FieldDto) {}

class FieldPaginationDto extends NamesPaginationDto {
  @Whole(5) declare total_records: number;
  @Whole(30, 'Fields per page. Without paging, the number of returned fields.') declare page_size: number;
}

export class FieldListResponse {
  @ApiProperty({ type: [FieldDto] }) fields!: FieldDto[];
  @ApiProperty({ type: FieldPaginationDto }) pagination!: FieldPaginationDto;
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
