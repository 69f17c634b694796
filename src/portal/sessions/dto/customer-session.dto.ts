import { ApiProperty } from '@nestjs/swagger';
import { checkFlag, checkList, checkUuid, checkWholeNumber, isOrigin } from '../../../kernel/checks.js';
import { answerOf, pageAnswerOf } from '../../../platform/http/answers/answer.dto.js';
import { Email, Flag, Id, Moment, Text } from '../../../platform/http/answers/properties.js';
import { PageQuery } from '../../../platform/http/requests/page.query.js';
import {
  CheckedBy,
  IsEmailAddress,
  IsLine,
  IsUuidText,
  Optional,
} from '../../../platform/http/requests/validators.js';

const LEAST_SESSION_SECONDS = 300;
const MOST_SESSION_SECONDS = 86_400;
const MAX_SESSION_ORIGINS = 5;
/** A scheme, a host of 253 characters at most, and a port. */
const MAX_ORIGIN_LENGTH = 267;
const MAX_NAME_LENGTH = 255;
const JOHN = '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c';

const isShort = (origin: unknown): boolean =>
  typeof origin === 'string' && origin.length <= MAX_ORIGIN_LENGTH;

function checkOrigins(value: unknown): string | null {
  const problem = checkList(value, { max: MAX_SESSION_ORIGINS, of: 'origins' });
  if (problem !== null) return problem;
  if ((value as unknown[]).every((origin) => isShort(origin) && isOrigin(origin))) return null;
  return 'must have only origins such as https://shop.example: scheme, host, and a port that is not the usual one';
}

/** Takes a new session [rule 30]. */
export class CreateCustomerSessionDto {
  @Optional({ format: 'uuid', description: 'The customer, instead of `email`.', example: JOHN })
  @IsUuidText()
  customer_id?: string;

  @Optional({
    format: 'idn-email',
    description:
      'Any address of the customer, instead of `customer_id`. When no customer has it, one is created.',
    example: 'john@customer.example',
  })
  @IsEmailAddress()
  email?: string;

  @Optional({ description: 'The name of a customer who is created.', maxLength: MAX_NAME_LENGTH })
  @IsLine({ max: MAX_NAME_LENGTH })
  name?: string;

  @Optional({
    type: 'integer',
    minimum: LEAST_SESSION_SECONDS,
    maximum: MOST_SESSION_SECONDS,
    description:
      'Seconds until the session ends. Without it: 3,600. It ends with its key, when that comes first.',
  })
  @CheckedBy('expiresIn', (value) =>
    checkWholeNumber(value, { min: LEAST_SESSION_SECONDS, max: MOST_SESSION_SECONDS }),
  )
  expires_in?: number;

  @Optional({
    type: 'array',
    maxItems: MAX_SESSION_ORIGINS,
    items: { type: 'string', maxLength: MAX_ORIGIN_LENGTH },
    description:
      'Exact origins of pages that may read the answers in a browser. Without them, no page of another origin may.',
    example: ['https://shop.example'],
  })
  @CheckedBy('origins', checkOrigins)
  origins?: unknown[];

  @Optional({ description: '`true` also shows the tickets of customers of the same company.' })
  @CheckedBy('company', checkFlag)
  company?: boolean;
}

export class PortalCustomerDto {
  @Id(JOHN) id!: string;
  @Text('John Luther') name!: string;
  @Email('john@customer.example') email!: string;
}

export class NewCustomerSessionDto {
  @Id('0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b') id!: string;

  @Text(
    'desks_4Gh2kT9xWq7LmB1cVn5Rz8Yp3Sd6Fj0Ae2Hu4Kw',
    'The token, which is shown only here. It goes into `Authorization: Bearer`.',
  )
  token!: string;

  @ApiProperty({ type: PortalCustomerDto }) customer!: PortalCustomerDto;
  @Moment('2026-01-31T10:30:00.000Z') expires_at!: string;
}

/** Shows a session without its token. */
export class CustomerSessionDto {
  @Id('0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b') id!: string;
  @Id(JOHN) customer_id!: string;
  @Id('0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f30', 'The key that made it.') api_key_id!: string;
  @ApiProperty({ type: [String], example: ['https://shop.example'] }) origins!: string[];
  @Flag(false) company!: boolean;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @Moment('2026-01-31T10:30:00.000Z') expires_at!: string;
}

export class CustomerSessionResponse extends answerOf('customer_session', NewCustomerSessionDto) {}

export class CustomerSessionListResponse extends pageAnswerOf('customer_sessions', CustomerSessionDto) {}

/** Names the customer whose sessions are listed or ended. */
const OF_CUSTOMER = {
  type: String,
  format: 'uuid',
  required: true,
  description: 'The customer.',
  example: '0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b',
} as object;

const RequiredId = (): PropertyDecorator =>
  CheckedBy('customerId', (value) => (value === undefined ? 'is required' : checkUuid(value)));

export class ListCustomerSessionsQuery extends PageQuery {
  @ApiProperty(OF_CUSTOMER) @RequiredId() customer_id!: string;
}

export class EndCustomerSessionsQuery {
  @ApiProperty(OF_CUSTOMER) @RequiredId() customer_id!: string;
}
