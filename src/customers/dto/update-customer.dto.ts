import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { checkLine, checkList, checkText, MAX_EMAIL_LENGTH, type Check } from '../../kernel/checks.js';
import { isUuid } from '../../kernel/ids.js';
import { ONE_LINE } from '../../kernel/text.js';
import { Checked, IsNested, Optional } from '../../platform/http/requests/validators.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAILS,
  MAX_LINK_LENGTH,
  MAX_LINKS,
  MAX_PHONE_LENGTH,
  MAX_PHONES,
  MAX_TEXT_LENGTH,
} from '../customer.limits.js';
import { NewCustomerEmailDto, NewCustomerLinkDto, NewCustomerPhoneDto } from './create-customer.dto.js';

/** `null` takes the property away. */
const OrNull = (name: string, check: Check): PropertyDecorator =>
  Checked(name, (value) => (value === null ? null : check(value)));

const IsShortLine = (): PropertyDecorator =>
  OrNull('isShortLine', (value) => checkLine(value, { max: MAX_TEXT_LENGTH }));

const LINE = { type: String, nullable: true, maxLength: MAX_TEXT_LENGTH, pattern: ONE_LINE } as const;
const WHOLE = 'Replaces the whole list.';

/** Changes of a customer (extensions, section 13). What is absent stays. The rules check each element of a list, at its own path. */
export class CustomerChangesDto {
  @ApiPropertyOptional({
    type: 'array',
    minItems: 1,
    maxItems: MAX_EMAILS,
    items: {
      oneOf: [
        { type: 'string', format: 'idn-email', maxLength: MAX_EMAIL_LENGTH },
        { $ref: getSchemaPath(NewCustomerEmailDto) },
      ],
    },
    description: `${WHOLE} At least one address must remain. The first one is the primary address, unless another one is marked.`,
    example: [{ email: 'john@customer.example', primary: true }, 'john.luther@customer.example'],
  })
  @Optional()
  @Checked('isMixedList', (value) => checkList(value, { min: 1, max: MAX_EMAILS }))
  emails?: unknown[];

  @ApiPropertyOptional({ ...LINE, description: '`null` clears it.', example: 'John' })
  @Optional()
  @IsShortLine()
  first_name?: string | null;

  @ApiPropertyOptional({ ...LINE, description: '`null` clears it.', example: 'Luther' })
  @Optional()
  @IsShortLine()
  last_name?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_PHONES,
    items: {
      oneOf: [
        { type: 'string', maxLength: MAX_PHONE_LENGTH, pattern: ONE_LINE },
        { $ref: getSchemaPath(NewCustomerPhoneDto) },
      ],
    },
    description: WHOLE,
    example: [{ phone: '+1 555 0100', label: 'Office' }],
  })
  @Optional()
  @Checked('isMixedList', (value) => checkList(value, { max: MAX_PHONES }))
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
    description: WHOLE,
    example: [{ url: 'https://customer.example/john', label: 'Website' }],
  })
  @Optional()
  @Checked('isMixedList', (value) => checkList(value, { max: MAX_LINKS }))
  links?: unknown[];

  @ApiPropertyOptional({ ...LINE, description: 'Preferred language; `null` clears it.', example: 'en' })
  @Optional()
  @IsShortLine()
  language?: string | null;

  @ApiPropertyOptional({
    ...LINE,
    description: 'Name of a time zone; `null` clears it.',
    example: 'Europe/Berlin',
  })
  @Optional()
  @IsShortLine()
  time_zone?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Notes about the customer; `null` clears them.',
    maxLength: MAX_DESCRIPTION_LENGTH,
    example: 'Prefers to be called in the morning.',
  })
  @Optional()
  @OrNull('isDescription', (value) => checkText(value, { max: MAX_DESCRIPTION_LENGTH }))
  description?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Id of a company of the workspace; `null` clears it.',
    format: 'uuid',
  })
  @Optional()
  @OrNull('isUuidText', (value) => (typeof value === 'string' && isUuid(value) ? null : 'must be a UUID'))
  company_id?: string | null;
}

export class UpdateCustomerDto {
  @ApiProperty({ type: CustomerChangesDto })
  @IsNested(() => CustomerChangesDto)
  customer!: CustomerChangesDto;
}
