import { ApiProperty } from '@nestjs/swagger';
import { Text } from './properties.js';

/** The answer tells why a request was refused [rule 2]. */
export class ApiErrorDto {
  @Text('There is no such ticket.', 'One sentence for a person.') error!: string;

  @ApiProperty({
    description: 'A stable word for programs.',
    pattern: '^[a-z0-9_]+$',
    example: 'ticket_not_found',
  })
  code!: string;
}

export class FieldErrorDto {
  @Text('ticket_fields.Country', 'Path of the wrong value.') field!: string;
  @Text('is not the name of an active ticket field') message!: string;
}

/** The answer lists all problems of a well-formed request. */
export class InvalidRequestDto extends ApiErrorDto {
  @ApiProperty({ type: [FieldErrorDto] }) field_errors!: FieldErrorDto[];
}

/** Every failed authentication gets the same bytes: the key may be missing, malformed, unknown, revoked, expired or of another workspace. */
export class AuthenticationErrorDto {
  @Text('Authentication failed: invalid API key.') error!: string;
}
