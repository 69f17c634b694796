import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import {
  Checked,
  IsLine,
  IsNested,
  IsText,
  IsUuidText,
  Optional,
} from '../../platform/http/requests/validators.js';
import { checkList, MAX_EMAIL_LENGTH, type ListLimits } from '../../kernel/checks.js';
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
} from '../customer.limits.js';

/** A list of strings and objects. The rules check each element, at its own path. */
const IsMixedList = (limits: ListLimits): PropertyDecorator =>
  Checked('isMixedList', (value) => checkList(value, limits));

const LABEL = {
  description: 'A blank label counts as missing.',
  maxLength: MAX_LABEL_LENGTH,
  pattern: ONE_LINE,
};

/** An address that may be the primary one. */
export class NewCustomerEmailDto {
  @ApiProperty({ format: 'idn-email', maxLength: MAX_EMAIL_LENGTH, example: 'john@customer.example' })
  email!: string;

  @ApiPropertyOptional({ description: 'May be true for one address only.', example: true })
  primary?: boolean;
}

/** A telephone number with a label. */
export class NewCustomerPhoneDto {
  @ApiProperty({
    description: 'One line, not blank.',
    maxLength: MAX_PHONE_LENGTH,
    pattern: ONE_LINE,
    example: '+1 555 0100',
  })
  phone!: string;

  @ApiPropertyOptional({ ...LABEL, example: 'Office' })
  label?: string;
}

/** A web address with a label. */
export class NewCustomerLinkDto {
  @ApiProperty({
    description: 'An `http` or `https` address.',
    format: 'uri',
    maxLength: MAX_LINK_LENGTH,
    example: 'https://customer.example/john',
  })
  url!: string;

  @ApiPropertyOptional({ ...LABEL, example: 'Website' })
  label?: string;
}

/** A new customer (specification 4.6, decisions section 6). */
@ApiExtraModels(NewCustomerEmailDto, NewCustomerPhoneDto, NewCustomerLinkDto)
export class NewCustomerDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_EMAILS,
    items: {
      oneOf: [
        { type: 'string', format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
        { $ref: getSchemaPath(NewCustomerEmailDto) },
      ],
    },
    description:
      'Addresses that no other customer of the workspace has, compared without regard to case. The first one is the ' +
      'primary address, unless another one is marked as primary.',
    example: [{ email: 'john@customer.example', primary: true }, 'john.luther@customer.example'],
  })
  @IsMixedList({ min: 1, max: MAX_EMAILS })
  emails!: unknown[];

  @ApiPropertyOptional({ maxLength: MAX_TEXT_LENGTH, pattern: ONE_LINE, example: 'John' })
  @Optional()
  @IsLine({ max: MAX_TEXT_LENGTH })
  first_name?: string;

  @ApiPropertyOptional({ maxLength: MAX_TEXT_LENGTH, pattern: ONE_LINE, example: 'Luther' })
  @Optional()
  @IsLine({ max: MAX_TEXT_LENGTH })
  last_name?: string;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_PHONES,
    items: {
      oneOf: [
        { type: 'string', maxLength: MAX_PHONE_LENGTH, pattern: ONE_LINE },
        { $ref: getSchemaPath(NewCustomerPhoneDto) },
      ],
    },
    example: [{ phone: '+1 555 0100', label: 'Office' }, '+1 555 0101'],
  })
  @Optional()
  @IsMixedList({ max: MAX_PHONES })
  phones?: unknown[];

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_LINKS,
    items: {
      oneOf: [
        { type: 'string', format: 'uri', maxLength: MAX_LINK_LENGTH },
        { $ref: getSchemaPath(NewCustomerLinkDto) },
      ],
    },
    example: [{ url: 'https://customer.example/john', label: 'Website' }, 'https://social.example/john'],
  })
  @Optional()
  @IsMixedList({ max: MAX_LINKS })
  links?: unknown[];

  @ApiPropertyOptional({
    description: 'Preferred language.',
    maxLength: MAX_TEXT_LENGTH,
    pattern: ONE_LINE,
    example: 'en',
  })
  @Optional()
  @IsLine({ max: MAX_TEXT_LENGTH })
  language?: string;

  @ApiPropertyOptional({
    description: 'Name of a time zone.',
    maxLength: MAX_TEXT_LENGTH,
    pattern: ONE_LINE,
    example: 'Europe/Berlin',
  })
  @Optional()
  @IsLine({ max: MAX_TEXT_LENGTH })
  time_zone?: string;

  @ApiPropertyOptional({
    description: 'Notes about the customer.',
    maxLength: MAX_DESCRIPTION_LENGTH,
    example: 'Prefers to be called in the morning.',
  })
  @Optional()
  @IsText({ max: MAX_DESCRIPTION_LENGTH })
  description?: string;

  @ApiPropertyOptional({
    description: 'Id of a company of the workspace.',
    format: 'uuid',
    example: '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c',
  })
  @Optional()
  @IsUuidText()
  company_id?: string;
}

export class CreateCustomerDto {
  @ApiProperty({ type: NewCustomerDto })
  @IsNested(() => NewCustomerDto)
  customer!: NewCustomerDto;
}
