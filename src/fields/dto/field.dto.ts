import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { answerOf } from '../../platform/http/answers/answer.dto.js';
import { NamesPaginationDto } from '../../vocabulary/dto/vocabulary.dto.js';
import { FIELD_KINDS, FIELD_STATES, type FieldKind, type FieldState } from '../field.kinds.js';
import { OneOf, OptionalOrdinal } from '../../platform/http/requests/validators.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../kernel/page.js';
import {
  Count,
  Enum,
  Flag,
  Id,
  Moment,
  Text,
  TextOrNull,
  Whole,
} from '../../platform/http/answers/properties.js';

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
  @Enum(FIELD_KINDS, 'single_option') kind!: FieldKind;

  @Enum(FIELD_STATES, 'active', 'Inactive fields are hidden from agents and customers.') state!: FieldState;

  @Enum(['ticket'], 'ticket') resource_type!: 'ticket';
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
  @OptionalOrdinal('The page to return. Without `page_number` and `page_size`, all fields are returned.', 1)
  page_number?: string;

  @OptionalOrdinal('Another name of `page_number`, which counts when both are there.')
  page?: string;

  @OptionalOrdinal(
    `Fields per page: ${DEFAULT_PAGE_SIZE} when only \`page_number\` is given, at most ${MAX_PAGE_SIZE}. A larger number is lowered to ${MAX_PAGE_SIZE}.`,
    DEFAULT_PAGE_SIZE,
  )
  page_size?: string;

  @OneOf(FIELD_STATES, {
    description: 'State of the fields to return. When absent, fields of all states are returned.',
    example: 'active',
  })
  state?: FieldState;
}
