import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '../../platform/http/answers/pagination.dto.js';
import { CustomerDto } from './customer.dto.js';

/** An address of a customer. */
export class CustomerEmailDto {
  @ApiProperty({ format: 'idn-email', example: 'john@customer.example' })
  email!: string;

  @ApiProperty({ description: 'True for exactly one address.', example: true })
  primary!: boolean;
}

/** A telephone number of a customer. */
export class CustomerPhoneDto {
  @ApiProperty({ example: '+1 555 0100' })
  phone!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Office' })
  label!: string | null;
}

/** A web address of a customer. */
export class CustomerLinkDto {
  @ApiProperty({ format: 'uri', example: 'https://customer.example/john' })
  url!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Website' })
  label!: string | null;
}

/** The company of a customer. */
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
