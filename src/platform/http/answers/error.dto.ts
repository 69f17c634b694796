import { ApiProperty } from '@nestjs/swagger';

/** Why a request was refused (decisions, section 2). */
export class ApiErrorDto {
  @ApiProperty({ description: 'One sentence for a person.', example: 'There is no such ticket.' })
  error!: string;

  @ApiProperty({
    description: 'A stable word for programs.',
    pattern: '^[a-z0-9_]+$',
    example: 'ticket_not_found',
  })
  code!: string;
}

/** One thing that is wrong with a request. */
export class FieldErrorDto {
  @ApiProperty({ description: 'Path of the wrong value.', example: 'ticket_fields.Country' })
  field!: string;

  @ApiProperty({ example: 'is not the name of an active ticket field' })
  message!: string;
}

/** A well-formed request with invalid content. It lists all problems. */
export class InvalidRequestDto extends ApiErrorDto {
  @ApiProperty({ type: [FieldErrorDto] })
  field_errors!: FieldErrorDto[];
}

/** A missing, malformed, unknown, revoked or expired key, or a key of another workspace. The bytes are always the same. */
export class AuthenticationErrorDto {
  @ApiProperty({ example: 'Authentication failed: invalid API key.' })
  error!: string;
}
