import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { checkList } from '../../../kernel/checks.js';
import { FieldErrorDto } from '../../../platform/http/answers/error.dto.js';
import { Count } from '../../../platform/http/answers/properties.js';
import { CheckedBy, OptionalFlag } from '../../../platform/http/requests/validators.js';
import { MAX_OPERATIONS } from '../../many/many-tickets.rules.js';
import { TICKET_REF_FORMS } from '../../rules/ticket-ref.rules.js';
import { CreateTicketDto, UpdateTicketDto } from './save-ticket.dto.js';
import { RaisedTicketDto, TicketDto } from './ticket.dto.js';

/** Describes an update in a batch. `batch.mapper.ts` reads it. */
export class UpdateOperationDto {
  @ApiProperty({ enum: ['update'], example: 'update' }) op!: 'update';
  @ApiProperty({ oneOf: TICKET_REF_FORMS, description: 'Id or number of the ticket.', example: 1 }) ticket!:
    string | number;

  @ApiPropertyOptional({
    description:
      'What `If-Match` says in a request of its own: an entity tag in its quotes, several, or `*`.',
    example: '*',
  })
  if_match?: string;

  @ApiProperty({ type: UpdateTicketDto }) body!: UpdateTicketDto;
}

/** Describes a new ticket in a batch. `batch.mapper.ts` reads it. */
export class CreateOperationDto {
  @ApiProperty({ enum: ['create'], example: 'create' }) op!: 'create';
  @ApiProperty({ type: CreateTicketDto }) body!: CreateTicketDto;
}

/** Takes operations on tickets, to be done in their order [rule 32]. */
@ApiExtraModels(UpdateOperationDto, CreateOperationDto)
export class BatchTicketsDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_OPERATIONS,
    items: {
      oneOf: [{ $ref: getSchemaPath(UpdateOperationDto) }, { $ref: getSchemaPath(CreateOperationDto) }],
    },
    description: 'Updates and new tickets, which are done in this order.',
  })
  @CheckedBy('areOperations', (value) => checkList(value, { min: 1, max: MAX_OPERATIONS, of: 'operations' }))
  operations!: unknown[];

  @OptionalFlag('Whether all operations are done or none. Without it: false, each for itself.', false)
  atomic?: boolean;
}

/** Shows what became of one operation, as the answer of its own route would. */
export class BatchResultDto {
  @ApiProperty({
    type: 'integer',
    description: 'The status that a request of its own would have got.',
    example: 200,
  })
  status!: number;

  @ApiPropertyOptional({
    oneOf: [{ $ref: getSchemaPath(TicketDto) }, { $ref: getSchemaPath(RaisedTicketDto) }],
    description: 'Only of an operation that was done.',
  })
  ticket?: TicketDto | RaisedTicketDto;

  @ApiPropertyOptional({ description: 'One sentence for a person.', example: 'There is no such ticket.' })
  error?: string;

  @ApiPropertyOptional({
    description: 'A stable word for programs.',
    pattern: '^[a-z0-9_]+$',
    example: 'ticket_not_found',
  })
  code?: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'The problems of its `body`.' })
  field_errors?: FieldErrorDto[];
}

export class BatchResponse {
  @ApiProperty({ type: [BatchResultDto], description: 'One for each operation, in the same order.' })
  results!: BatchResultDto[];

  @Count(2, 'How many operations were done.') succeeded!: number;
  @Count(0, 'How many were refused.') failed!: number;
}
