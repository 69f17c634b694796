import { ApiProperty } from '@nestjs/swagger';
import { CheckedBy } from '../../../platform/http/requests/validators.js';

const LONGEST = 36;

/** Names a ticket by its id or its number, which may be a number of JSON. */
const IsTicketRef = (): PropertyDecorator =>
  CheckedBy('isTicketRef', (value) => {
    const isText = typeof value === 'string' && value.length <= LONGEST;
    return isText || Number.isSafeInteger(value) ? null : 'must be the id or number of a ticket';
  });

/** Names the ticket into which another one is merged [rule 24]. */
export class MergeTicketDto {
  @ApiProperty({
    description:
      'Id or number of the ticket that goes on. One that is merged itself stands for its own target.',
    oneOf: [
      { type: 'string', maxLength: LONGEST },
      { type: 'integer', minimum: 1 },
    ],
    example: 1,
  })
  @IsTicketRef()
  into!: string | number;
}
