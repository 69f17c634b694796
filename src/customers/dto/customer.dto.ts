import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '../../platform/http/answers/pagination.dto.js';

/** The only notice code of the older version (decisions, section 6). */
export const CUSTOMER_CREATED = 'customer_created_successfully';

/** A customer in the answer to its creation (specification 2.4). */
export class CustomerDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c' })
  id!: string;

  @ApiProperty({
    description: 'First and last name, or the primary address when both are missing.',
    example: 'John Luther',
  })
  name!: string;

  @ApiProperty({ description: 'The primary address.', format: 'idn-email', example: 'john@customer.example' })
  email!: string;
}

export class CustomerResponse {
  @ApiProperty({ type: CustomerDto })
  customer!: CustomerDto;
}

/** The answer of the older version (specification 4.6). */
export class LegacyCustomerResponse {
  @ApiProperty({ enum: [CUSTOMER_CREATED], example: CUSTOMER_CREATED })
  notice_code!: typeof CUSTOMER_CREATED;
}

export class CustomerEmailDto {
  @ApiProperty({ format: 'idn-email', example: 'john@customer.example' })
  email!: string;

  @ApiProperty({ description: 'True for exactly one address.', example: true })
  primary!: boolean;
}

export class CustomerPhoneDto {
  @ApiProperty({ example: '+1 555 0100' })
  phone!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Office' })
  label!: string | null;
}

export class CustomerLinkDto {
  @ApiProperty({ format: 'uri', example: 'https://customer.example/john' })
  url!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Website' })
  label!: string | null;
}

export class CustomerCompanyDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c' })
  id!: string;

  @ApiProperty({ example: 'Globex Corporation' })
  name!: string;
}

/** Everything of a customer; `null` where there is nothing (extensions, section 13). */
export class CustomerRecordDto extends CustomerDto {
  @ApiProperty({ type: String, nullable: true, example: 'John' })
  first_name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Luther' })
  last_name!: string | null;

  @ApiProperty({ type: [CustomerEmailDto], description: 'In the order given.' })
  emails!: CustomerEmailDto[];

  @ApiProperty({ type: [CustomerPhoneDto], description: 'In the order given.' })
  phones!: CustomerPhoneDto[];

  @ApiProperty({ type: [CustomerLinkDto], description: 'In the order given.' })
  links!: CustomerLinkDto[];

  @ApiProperty({ type: String, nullable: true, example: 'en' })
  language!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Europe/Berlin' })
  time_zone!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Prefers to be called in the morning.' })
  description!: string | null;

  @ApiProperty({ type: CustomerCompanyDto, nullable: true })
  company!: CustomerCompanyDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-04T10:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-06-09T12:00:00.000Z' })
  updated_at!: string;
}

export class CustomerRecordResponse {
  @ApiProperty({ type: CustomerRecordDto })
  customer!: CustomerRecordDto;
}

export class CustomerListResponse {
  @ApiProperty({ type: [CustomerRecordDto] })
  customers!: CustomerRecordDto[];

  @ApiProperty({ type: PaginationDto })
  pagination!: PaginationDto;
}
