import { ApiProperty } from '@nestjs/swagger';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import {
  CheckedBy,
  IsLine,
  IsNested,
  OneOf,
  Optional,
  OptionalOneOf,
} from '../../platform/http/requests/validators.js';
import { checkSender, MAX_SENDER_NAME_LENGTH } from '../judging/sender.rules.js';
import { INBOUND_STATES, RELEASE_FORMS } from '../inbound-states.rules.js';
import { IGNORED_REASONS, SUSPENDED_REASONS } from '../judging/judgement.rules.js';
import {
  checkTicketRef,
  TICKET_REF_FORMS,
  type SentTicketRef,
} from '../../tickets/rules/ticket-ref.rules.js';
import {
  Count,
  Enum,
  Id,
  IdOrNull,
  Moment,
  Ordinal,
  TextOrNull,
} from '../../platform/http/answers/properties.js';

class TicketOfEmailDto {
  @Id('0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b') id!: string;
  @Ordinal(42) number!: number;
}

export class InboundEmailDto {
  @Id('0190c7a4-7777-7e31-b0a2-3c4d5e6f7a8b') id!: string;

  @Enum(
    INBOUND_STATES,
    'accepted',
    '`accepted`: it is a ticket or a comment. `ignored`: nothing was made of it, because it is our own, a bounce, a report or the ' +
      'answer of a program. `suspended`: a person has to release or delete it. `pending`: it is safe, and will be judged. `deleted`: only its ' +
      'digest is left.',
  )
  state!: string;

  @ApiProperty({
    enum: [...IGNORED_REASONS, ...SUSPENDED_REASONS],
    nullable: true,
    description:
      'Says why it is ignored (' +
      IGNORED_REASONS.map((reason) => `\`${reason}\``).join(', ') +
      ') or suspended (' +
      SUSPENDED_REASONS.map((reason) => `\`${reason}\``).join(', ') +
      ').',
    example: null,
  })
  reason!: string | null;

  @ApiProperty({ type: TicketOfEmailDto, nullable: true }) ticket!: TicketOfEmailDto | null;

  @IdOrNull(null, 'The comment that it became. Null when it has raised its ticket.')
  comment_id!: string | null;

  @TextOrNull('<78.1@mail.example>') message_id!: string | null;

  @TextOrNull(
    'jane@customer.example',
    "The sender's address: that of `From`; that of `Reply-To` when a contact form sent the mail (`mail_relays`); or the one that a person " +
      'named at the release. A sender can forge it.',
  )
  sender!: string | null;

  @TextOrNull('Printer on fire') subject!: string | null;
  @Moment('2026-01-31T09:30:00.000Z') received_at!: string;
  @Count(4096, 'The size of the mail as it came.') byte_size!: number;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'Whether the receiving mail server found that the domain of the sender has sent it. Null when the operator trusts no server.',
    example: true,
  })
  sender_authenticated!: boolean | null;
}

export class InboundEmailResponse extends answerOf('inbound_email', InboundEmailDto) {}

export class InboundEmailListResponse extends pageAnswerOf('inbound_emails', InboundEmailDto) {}

/** Selects mails that came [rule 21]. */
export class ListInboundEmailsQuery extends PageQuery {
  @OneOf(INBOUND_STATES, {
    description: 'Only mails in this state. When absent, all but those that were deleted.',
    example: 'suspended',
  })
  state?: (typeof INBOUND_STATES)[number];
}

class SenderDto {
  @ApiProperty({ format: 'idn-email', example: 'kim@customer.example' })
  @Optional()
  @CheckedBy('email', checkSender)
  email?: string;

  @Optional({
    description: 'For a customer whom the mail makes.',
    maxLength: MAX_SENDER_NAME_LENGTH,
    example: 'Kim',
  })
  @IsLine({ max: MAX_SENDER_NAME_LENGTH })
  name?: string;
}

/** Says what a suspended mail shall become [rule 21]. */
export class ReleaseInboundEmailDto {
  @OptionalOneOf(
    RELEASE_FORMS,
    '`ticket`: a new one. `comment`: of `ticket`, or of the ticket that the mail belongs to. When absent, whatever fits.',
    'comment',
  )
  as?: (typeof RELEASE_FORMS)[number];

  @Optional({ description: 'Id or number of the ticket.', oneOf: TICKET_REF_FORMS, example: '42' })
  @CheckedBy('isTicketRef', checkTicketRef)
  ticket?: SentTicketRef;

  @Optional({
    type: SenderDto,
    description:
      'The sender. A mail that is suspended as `no_sender` needs one; for other mails it replaces `From`.',
  })
  @IsNested(() => SenderDto)
  sender?: SenderDto;
}
