import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { CheckedBy, IsNested, Optional } from '../../platform/http/requests/validators.js';
import {
  checkLine,
  checkList,
  checkText,
  checkUuid,
  MAX_EMAIL_LENGTH,
  type Check,
  type ListLimits,
} from '../../kernel/checks.js';
import { ONE_LINE } from '../../kernel/text.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAILS,
  MAX_LABEL_LENGTH,
  MAX_LINK_LENGTH,
  MAX_LINKS,
  MAX_PHONE_LENGTH,
  MAX_PHONES,
  MAX_TEXT_LENGTH,
} from '../customer.rules.js';

const LABEL = {
  description: 'A blank label counts as missing.',
  maxLength: MAX_LABEL_LENGTH,
  pattern: ONE_LINE,
};

export class NewCustomerEmailDto {
  @ApiProperty({ format: 'idn-email', maxLength: MAX_EMAIL_LENGTH, example: 'john@customer.example' })
  email!: string;

  @ApiPropertyOptional({ description: 'May be true for one address only.', example: true }) primary?: boolean;
}

export class NewCustomerPhoneDto {
  @ApiProperty({
    description: 'One line, not blank.',
    maxLength: MAX_PHONE_LENGTH,
    pattern: ONE_LINE,
    example: '+1 555 0100',
  })
  phone!: string;

  @ApiPropertyOptional({ ...LABEL, example: 'Office' }) label?: string;
}

export class NewCustomerLinkDto {
  @ApiProperty({
    description: 'An `http` or `https` address.',
    format: 'uri',
    maxLength: MAX_LINK_LENGTH,
    example: 'https://customer.example/john',
  })
  url!: string;

  @ApiPropertyOptional({ ...LABEL, example: 'Website' }) label?: string;
}

interface Description {
  readonly description?: string;
  readonly example?: unknown;
}

/** Makes the decorator of a list of strings and of objects of a class. The rules check each element, at its own path. */
const mixedList =
  (text: object, dto: new () => object, { min = 0, max }: ListLimits) =>
  ({ required = false, ...description }: Description & { readonly required?: boolean }): PropertyDecorator =>
    applyDecorators(
      ApiProperty({
        type: 'array',
        ...(min > 0 && { minItems: min }),
        maxItems: max,
        items: { oneOf: [{ type: 'string', ...text }, { $ref: getSchemaPath(dto) }] },
        ...description,
        required,
      }),
      CheckedBy('isMixedList', (value) => checkList(value, { min, max })),
      ...(required ? [] : [Optional()]),
    );

const Emails = mixedList({ format: 'idn-email', maxLength: MAX_EMAIL_LENGTH }, NewCustomerEmailDto, {
  min: 1,
  max: MAX_EMAILS,
});
const Phones = mixedList({ maxLength: MAX_PHONE_LENGTH, pattern: ONE_LINE }, NewCustomerPhoneDto, {
  max: MAX_PHONES,
});
const Links = mixedList({ format: 'uri', maxLength: MAX_LINK_LENGTH }, NewCustomerLinkDto, {
  max: MAX_LINKS,
});

/** Makes the decorator of an optional property. `null` clears it when it is `nullable`. */
const optional =
  (name: string, schema: object, check: Check) =>
  ({ nullable = false, ...description }: Description & { readonly nullable?: boolean } = {}) =>
    applyDecorators(
      Optional({ ...(nullable && { type: String, nullable }), ...schema, ...description }),
      CheckedBy(name, (value) => (nullable && value === null ? null : check(value))),
    );

const ShortLine = optional('isLine', { maxLength: MAX_TEXT_LENGTH, pattern: ONE_LINE }, (value) =>
  checkLine(value, { max: MAX_TEXT_LENGTH }),
);
const NOTES = {
  description: 'Notes about the customer.',
  maxLength: MAX_DESCRIPTION_LENGTH,
  example: 'Prefers to be called in the morning.',
};
const Notes = optional('isText', NOTES, (value) => checkText(value, { max: MAX_DESCRIPTION_LENGTH }));
const COMPANY_ID = { description: 'Id of a company of the workspace.', format: 'uuid' };
const CompanyId = optional('isUuidText', COMPANY_ID, checkUuid);

/** A new customer [spec 4.6] [rule 6]. */
@ApiExtraModels(NewCustomerEmailDto, NewCustomerPhoneDto, NewCustomerLinkDto)
export class NewCustomerDto {
  @Emails({
    description:
      'Addresses that no other customer of the workspace has, compared without regard to case. The first one is the ' +
      'primary address, unless another one is marked as primary.',
    example: [{ email: 'john@customer.example', primary: true }, 'john.luther@customer.example'],
    required: true,
  })
  emails!: unknown[];

  @ShortLine({ example: 'John' }) first_name?: string;
  @ShortLine({ example: 'Luther' }) last_name?: string;
  @Phones({ example: [{ phone: '+1 555 0100', label: 'Office' }, '+1 555 0101'] }) phones?: unknown[];

  @Links({
    example: [{ url: 'https://customer.example/john', label: 'Website' }, 'https://social.example/john'],
  })
  links?: unknown[];

  @ShortLine({ description: 'Preferred language.', example: 'en' }) language?: string;
  @ShortLine({ description: 'Name of a time zone.', example: 'Europe/Berlin' }) time_zone?: string;
  @Notes() description?: string;
  @CompanyId({ example: '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c' }) company_id?: string;
}

export class CreateCustomerDto {
  @ApiProperty({ type: NewCustomerDto }) @IsNested(() => NewCustomerDto) customer!: NewCustomerDto;
}

const WHOLE = 'Replaces the whole list.';

/** Changes of a customer [rule 13]. An absent property stays. */
export class CustomerChangesDto {
  @Emails({
    description: `${WHOLE} At least one address must remain. The first one is the primary address, unless another one is marked.`,
    example: [{ email: 'john@customer.example', primary: true }, 'john.luther@customer.example'],
  })
  emails?: unknown[];

  @ShortLine({ nullable: true, description: '`null` clears it.', example: 'John' })
  first_name?: string | null;

  @ShortLine({ nullable: true, description: '`null` clears it.', example: 'Luther' })
  last_name?: string | null;

  @Phones({ description: WHOLE, example: [{ phone: '+1 555 0100', label: 'Office' }] }) phones?: unknown[];

  @Links({ description: WHOLE, example: [{ url: 'https://customer.example/john', label: 'Website' }] })
  links?: unknown[];

  @ShortLine({ nullable: true, description: 'Preferred language; `null` clears it.', example: 'en' })
  language?: string | null;

  @ShortLine({
    nullable: true,
    description: 'Name of a time zone; `null` clears it.',
    example: 'Europe/Berlin',
  })
  time_zone?: string | null;

  @Notes({ nullable: true, description: 'Notes about the customer; `null` clears them.' })
  description?: string | null;

  @CompanyId({ nullable: true, description: 'Id of a company of the workspace; `null` clears it.' })
  company_id?: string | null;
}

export class UpdateCustomerDto {
  @ApiProperty({ type: CustomerChangesDto })
  @IsNested(() => CustomerChangesDto)
  customer!: CustomerChangesDto;
}
