import { named } from '../../vocabulary/dto/vocabulary.dto.js';
import { ApiProperty } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import { MAX_EMAIL_LENGTH } from '../../kernel/checks.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { IsLine, IsUuidText, Optional, OptionalEmail } from '../../platform/http/requests/validators.js';
import { Email, Enum, Flag, Id, Moment, Text, TextOrNull } from '../../platform/http/answers/properties.js';

/** The notice code of the older version [rule 6]. */
export const CUSTOMER_CREATED = 'customer_created_successfully';

class CustomerDto {
  @Id('0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c') id!: string;
  @Text('John Luther', 'First and last name, or the primary address when both are missing.') name!: string;
  @ApiProperty({ description: 'The primary address.', format: 'idn-email', example: 'john@customer.example' })
  email!: string;
}

export class CustomerResponse extends answerOf('customer', CustomerDto) {}

/** The answer of the older version [spec 4.6]. */
export class LegacyCustomerResponse {
  @Enum([CUSTOMER_CREATED], CUSTOMER_CREATED) notice_code!: typeof CUSTOMER_CREATED;
}

class CustomerEmailDto {
  @Email('john@customer.example') email!: string;
  @Flag(true, 'True for exactly one address.') primary!: boolean;
}

class CustomerPhoneDto {
  @Text('+1 555 0100') phone!: string;
  @TextOrNull('Office') label!: string | null;
}

class CustomerLinkDto {
  @ApiProperty({ format: 'uri', example: 'https://customer.example/john' }) url!: string;
  @TextOrNull('Website') label!: string | null;
}

class CustomerCompanyDto extends named('0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c', 'Globex Corporation') {}

/** A customer with all properties [rule 13]. */
export class CustomerRecordDto extends CustomerDto {
  @TextOrNull('John') first_name!: string | null;
  @TextOrNull('Luther') last_name!: string | null;
  @ApiProperty({ type: [CustomerEmailDto], description: 'In the order given.' }) emails!: CustomerEmailDto[];
  @ApiProperty({ type: [CustomerPhoneDto], description: 'In the order given.' }) phones!: CustomerPhoneDto[];
  @ApiProperty({ type: [CustomerLinkDto], description: 'In the order given.' }) links!: CustomerLinkDto[];
  @TextOrNull('en') language!: string | null;
  @TextOrNull('Europe/Berlin') time_zone!: string | null;
  @TextOrNull('Prefers to be called in the morning.') description!: string | null;
  @ApiProperty({ type: CustomerCompanyDto, nullable: true }) company!: CustomerCompanyDto | null;
  @Moment('2026-03-04T10:00:00.000Z') created_at!: string;
  @Moment('2026-06-09T12:00:00.000Z') updated_at!: string;
}

export class CustomerRecordResponse extends answerOf('customer', CustomerRecordDto) {}

export class CustomerListResponse extends pageAnswerOf('customers', CustomerRecordDto) {}

export class ListCustomersQuery extends PageQuery {
  @OptionalEmail('Any address of the customer, compared without regard to case.', 'john@customer.example')
  email?: string;

  @Optional({ format: 'uuid', description: 'Id of the company of the customers.' })
  @IsUuidText()
  company_id?: string;

  @Optional({
    maxLength: MAX_EMAIL_LENGTH,
    description: 'With what the first name, the last name or an address begins, in any case.',
    example: 'joh',
  })
  @IsLine({ max: MAX_EMAIL_LENGTH, blank: 'refused' })
  q?: string;
}
