import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Checked, IsNested, Optional } from '../../platform/http/requests/validators.js';
import { checkFlag, checkList } from '../../kernel/checks.js';
import { ONE_LINE } from '../../kernel/text.js';
import { FIELD_KINDS, FIELD_STATES, type FieldKind, type FieldState } from '../field.kinds.js';
import {
  checkDisplayOrder,
  checkFieldKind,
  checkFieldName,
  checkFieldState,
  checkPlaceholderSlug,
  MAX_DISPLAY_ORDER,
  MAX_NAME_LENGTH,
  MAX_SLUG_LENGTH,
} from '../field.rules.js';

/** How many options one request may add, rename or remove. */
const MAX_OPTIONS_SENT = 1_000;

/** A list of options. The rules check each element, at its own path. */
const IsOptionList = (): PropertyDecorator =>
  Checked('isOptionList', (value) => checkList(value, { max: MAX_OPTIONS_SENT }));

const IsFlag = (): PropertyDecorator => Checked('isFlag', checkFlag);

const CannotChange = (): PropertyDecorator => Checked('cannotChange', () => 'cannot be changed');

export class NewOptionDto {
  @ApiProperty({
    description: 'One line, not blank.',
    maxLength: MAX_NAME_LENGTH,
    pattern: ONE_LINE,
    example: 'Germany',
  })
  label!: string;
}

/** An option to rename (with `id`) or to add (without). */
export class ChangedOptionDto extends NewOptionDto {
  @ApiPropertyOptional({
    description: 'Id of the option to rename. Without an id, a new option is added at the end.',
    format: 'uuid',
    example: '0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d',
  })
  id?: string;
}

class FieldSettingsDto {
  @ApiPropertyOptional({ enum: FIELD_STATES, example: 'active' })
  @Optional()
  @Checked('isFieldState', checkFieldState)
  state?: FieldState;

  @ApiPropertyOptional({ description: 'Customers must fill it when submitting a ticket.', example: false })
  @Optional()
  @IsFlag()
  is_required?: boolean;

  @ApiPropertyOptional({ description: 'Agents must fill it when creating a ticket.', example: false })
  @Optional()
  @IsFlag()
  is_required_for_agent_when_submitting_form?: boolean;

  @ApiPropertyOptional({ description: 'Agents must fill it before closing a ticket.', example: true })
  @Optional()
  @IsFlag()
  is_required_for_agent_when_closing_ticket?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_DISPLAY_ORDER,
    description: 'Position in the list. Fields with the same position are listed in order of creation.',
    example: 3,
  })
  @Optional()
  @Checked('isDisplayOrder', checkDisplayOrder)
  display_order?: number;

  @ApiPropertyOptional({
    pattern: '^[a-z0-9_]+$',
    maxLength: MAX_SLUG_LENGTH,
    description: 'Unique in the workspace. Changing it breaks placeholders that use the old one.',
    example: 'country',
  })
  @Optional()
  @Checked('isPlaceholderSlug', checkPlaceholderSlug)
  placeholder_slug?: string;
}

const NAME = {
  description: 'One line, not blank. Unique in the workspace without regard to case.',
  maxLength: MAX_NAME_LENGTH,
  pattern: ONE_LINE,
  example: 'Country',
};

/** A new field (decisions, section 5). */
@ApiExtraModels(NewOptionDto)
export class NewFieldDto extends FieldSettingsDto {
  @ApiProperty(NAME)
  @Checked('isFieldName', checkFieldName)
  name!: string;

  @ApiProperty({ enum: FIELD_KINDS, description: 'Cannot be changed later.', example: 'single_option' })
  @Checked('isFieldKind', checkFieldKind)
  kind!: FieldKind;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_OPTIONS_SENT,
    items: {
      oneOf: [
        { type: 'string', maxLength: MAX_NAME_LENGTH, pattern: ONE_LINE },
        { $ref: getSchemaPath(NewOptionDto) },
      ],
    },
    description:
      'The options, as labels or as objects with a label. A `single_option` or `multi_option` field needs at least one; ' +
      'other kinds have none.',
    example: ['India', { label: 'Germany' }],
  })
  @Optional()
  @IsOptionList()
  data?: unknown[];
}

export class CreateFieldDto {
  @ApiProperty({ type: NewFieldDto })
  @IsNested(() => NewFieldDto)
  field!: NewFieldDto;
}

/** Changes of a field. An absent property stays unchanged (specification 4.1). */
export class FieldChangesDto extends FieldSettingsDto {
  @ApiPropertyOptional(NAME)
  @Optional()
  @Checked('isFieldName', checkFieldName)
  name?: string;

  @ApiPropertyOptional({
    type: [ChangedOptionDto],
    maxItems: MAX_OPTIONS_SENT,
    description:
      'Options to add or rename; the others stay. Only `single_option` and `multi_option` have them.',
  })
  @Optional()
  @IsOptionList()
  data?: unknown[];

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_OPTIONS_SENT,
    items: { type: 'string', format: 'uuid' },
    description: 'Options to remove. Tickets that have one still show it. At least one option must remain.',
    example: ['0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d'],
  })
  @Optional()
  @IsOptionList()
  remove_option_ids?: unknown[];

  @Optional()
  @CannotChange()
  kind?: unknown;

  @Optional()
  @CannotChange()
  resource_type?: unknown;
}

export class UpdateFieldDto {
  @ApiProperty({ type: FieldChangesDto })
  @IsNested(() => FieldChangesDto)
  field!: FieldChangesDto;
}
