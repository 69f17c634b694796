import { ApiProperty } from '@nestjs/swagger';

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
