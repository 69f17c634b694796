import { ApiProperty } from '@nestjs/swagger';
import { CheckedBy } from '../../../platform/http/requests/validators.js';
import { checkTicketRef, TICKET_REF_FORMS, type SentTicketRef } from '../../rules/ticket-ref.rules.js';

/** Names the ticket into which another one is merged [rule 24]. */
export class MergeTicketDto {
  @ApiProperty({
    description:
      'Id or number of the ticket that goes on. One that is merged itself stands for its own target.',
    oneOf: TICKET_REF_FORMS,
    example: 1,
  })
  @CheckedBy('isTicketRef', checkTicketRef)
  into!: SentTicketRef;
}
