import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { CheckedBy, IsNested, Optional, OptionalFlag } from '../../platform/http/requests/validators.js';
import { checkList } from '../../kernel/checks.js';
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

/** One request may add, rename or remove at most this number of options. */
const MAX_OPTIONS_SENT = 1_000;

/** Checks that a value is a list. The rules check each option, at its own path. */
const IsOptionList = (): PropertyDecorator =>
  CheckedBy('isOptionList', (value) => checkList(value, { max: MAX_OPTIONS_SENT }));

const CannotChange = (): PropertyDecorator => CheckedBy('cannotChange', () => 'cannot be changed');

class NewOptionDto {
  @ApiProperty({
    description: 'One line, not blank.',
    maxLength: MAX_NAME_LENGTH,
    pattern: ONE_LINE,
    example: 'Germany',
  })
  label!: string;
}

/** Renames an option (with `id`) or adds one (without). */
class ChangedOptionDto extends NewOptionDto {
  @ApiPropertyOptional({
    description: 'Id of the option to rename. Without an id, a new option is added at the end.',
    format: 'uuid',
    example: '0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d',
  })
  id?: string;
}

class FieldSettingsDto {
  @Optional({ enum: FIELD_STATES, example: 'active' })
  @CheckedBy('isFieldState', checkFieldState)
  state?: FieldState;

  @OptionalFlag('Customers must fill it when submitting a ticket.', false) is_required?: boolean;

  @OptionalFlag('Agents must fill it when creating a ticket.', false)
  is_required_for_agent_when_submitting_form?: boolean;

  @OptionalFlag('Agents must fill it before closing a ticket.', true)
  is_required_for_agent_when_closing_ticket?: boolean;

  @Optional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_DISPLAY_ORDER,
    description: 'Position in the list. Fields with the same position are listed in order of creation.',
    example: 3,
  })
  @CheckedBy('isDisplayOrder', checkDisplayOrder)
  display_order?: number;

  @Optional({
    pattern: '^[a-z0-9_]+$',
    maxLength: MAX_SLUG_LENGTH,
    description: 'Unique in the workspace. Changing it breaks placeholders that use the old one.',
    example: 'country',
  })
  @CheckedBy('isPlaceholderSlug', checkPlaceholderSlug)
  placeholder_slug?: string;
}

const NAME = {
  description: 'One line, not blank. Unique in the workspace without regard to case.',
  maxLength: MAX_NAME_LENGTH,
  pattern: ONE_LINE,
  example: 'Country',
};

/** Describes a new field [rule 5]. */
@ApiExtraModels(NewOptionDto)
class NewFieldDto extends FieldSettingsDto {
  @ApiProperty(NAME) @CheckedBy('isFieldName', checkFieldName) name!: string;

  @ApiProperty({ enum: FIELD_KINDS, description: 'Cannot be changed later.', example: 'single_option' })
  @CheckedBy('isFieldKind', checkFieldKind)
  kind!: FieldKind;

  @Optional({
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
  @IsOptionList()
  data?: unknown[];
}

export class CreateFieldDto {
  @ApiProperty({ type: NewFieldDto }) @IsNested(() => NewFieldDto) field!: NewFieldDto;
}

/** Changes a field. An absent property stays unchanged [spec 4.1]. */
class FieldChangesDto extends FieldSettingsDto {
  @Optional(NAME) @CheckedBy('isFieldName', checkFieldName) name?: string;

  @Optional({
    type: [ChangedOptionDto],
    maxItems: MAX_OPTIONS_SENT,
    description:
      'Options to add or rename; the others stay. Only `single_option` and `multi_option` have them.',
  })
  @IsOptionList()
  data?: unknown[];

  @Optional({
    type: 'array',
    maxItems: MAX_OPTIONS_SENT,
    items: { type: 'string', format: 'uuid' },
    description: 'Options to remove. Tickets that have one still show it. At least one option must remain.',
    example: ['0190c7a4-9e77-7053-b2c4-5e6f7a8b9c0d'],
  })
  @IsOptionList()
  remove_option_ids?: unknown[];

  @Optional() @CannotChange() kind?: unknown;
  @Optional() @CannotChange() resource_type?: unknown;
}

export class UpdateFieldDto {
  @ApiProperty({ type: FieldChangesDto }) @IsNested(() => FieldChangesDto) field!: FieldChangesDto;
}
