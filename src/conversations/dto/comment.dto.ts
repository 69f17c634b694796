import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { AttachmentDto } from '../../attachments/attachment.shape.js';
import { answerOf, pageAnswerOf } from '../../platform/http/answers/answer.dto.js';
import {
  AUTHOR_TYPES,
  COMMENT_TYPES,
  MAX_MENTIONS,
  MAX_MESSAGE_ID_LENGTH,
  type AuthorType,
  type CommentType,
} from '../comment.rules.js';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import { checkFlag, checkList, checkOneOf } from '../../kernel/checks.js';
import {
  CheckedBy,
  IsDateTime,
  IsLine,
  Optional,
  OneOf,
  SomeOf,
  OptionalEmail,
  OptionalOneOf,
} from '../../platform/http/requests/validators.js';
import { ONE_LINE } from '../../kernel/text.js';
import { checkDescription, MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';
import {
  checkTicketRef,
  TICKET_REF_FORMS,
  type SentTicketRef,
} from '../../tickets/rules/ticket-ref.rules.js';
import { PageQuery } from '../../platform/http/requests/page.query.js';
import { Email, Enum, Id, Moment, Text, TextOrNull } from '../../platform/http/answers/properties.js';

export class AuthorDto {
  @Id('0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a') id!: string;
  @Text('Eve Jones') name!: string;
  @Email('eve@acme.example') email!: string;
}

abstract class WordsDto {
  @ApiProperty({ type: AuthorDto }) author!: AuthorDto;

  @Text(
    '<p>We have sent invoice 78 again.</p>',
    'Cleaned HTML. In a mail, the addresses of pictures on other hosts move from `src` to `data-src`: its sender does not learn who ' +
      'reads it. `remote_images: keep` in the manifest leaves them in `src`.',
  )
  content!: string;

  @ApiProperty({ type: [AttachmentDto], maxItems: MAX_ATTACHMENTS }) attachments!: AttachmentDto[];
}

export class CommentDto extends WordsDto {
  @Id('0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a', 'Of the description: the id of the ticket.') id!: string;

  @Enum(
    ['description', ...COMMENT_TYPES],
    'reply',
    'A `reply` is for the eyes of the customer, a `note` never.',
  )
  comment_type!: string;

  @Enum(AUTHOR_TYPES, 'agent') author_type!: string;
  @TextOrNull(undefined, 'What the client that added it calls it.') message_id!: string | null;
  @Moment('2026-01-31T09:30:00.000Z') created_at!: string;
  @Moment('2026-01-31T09:30:00.000Z', 'Of the description: of the ticket.') updated_at!: string;
}

const INCLUDES = ['sender_authenticated'] as const;

/** Adds to a comment what `include` names. */
export class IncludedCommentDto extends CommentDto {
  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description:
      'Whether the mail server of the desk found that the domain of the sender has sent the mail that became this comment. Null for all ' +
      'other comments, and when the operator trusts no server. Comes with `include=sender_authenticated`.',
    example: true,
  })
  sender_authenticated?: boolean | null;
}

export class GetCommentQuery {
  @SomeOf(INCLUDES, { description: 'What the comment has besides.', example: ['sender_authenticated'] })
  include?: string | string[];
}

export class DraftDto extends WordsDto {
  @Enum(COMMENT_TYPES, 'reply') comment_type!: string;
  @Moment('2026-01-31T09:30:00.000Z') updated_at!: string;
}

export class CommentResponse extends answerOf('comment', CommentDto) {}

export class IncludedCommentResponse extends answerOf('comment', IncludedCommentDto) {}

export class CommentListResponse extends pageAnswerOf('comments', IncludedCommentDto) {}

export class DraftResponse extends answerOf('draft', DraftDto) {}

/** Takes a new comment [rule 15]. Rules name missing properties, and `toEntry` checks the elements of lists. */
export class CreateCommentDto {
  @OptionalEmail(
    'Whose comment it is. A key that speaks for a team member may leave it out, and names nobody but that member and customers. Every ' +
      'other key may leave it out when the workspace has a `default_author`, who then is the author.',
    'eve@acme.example',
  )
  author_email?: string;

  @OptionalOneOf(
    AUTHOR_TYPES,
    'Without it, the address of an active team member is an agent, and that of the customer or of a participant of the ticket is a ' +
      'customer. With `customer`, the service makes a customer for an unknown address.',
    'agent',
  )
  author_type?: AuthorType;

  @OptionalOneOf(
    COMMENT_TYPES,
    'Without it: `reply`, which is for the eyes of the customer; a `note` never is. A note of a customer is about what the customer said ' +
      'elsewhere, such as in a call.',
    'reply',
  )
  comment_type?: CommentType;

  @ApiProperty({
    description:
      'HTML of at most 256 KiB that shows something. The service cleans it as it cleans descriptions.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>We have sent <b>invoice 78</b> again.</p>',
  })
  @Optional()
  @CheckedBy('content', checkDescription)
  content?: string;

  @Optional({
    type: 'array',
    maxItems: MAX_ATTACHMENTS,
    items: { type: 'string' },
    description: 'Signed ids of uploaded files.',
    example: [],
  })
  @CheckedBy('attachments', (value) => checkList(value, { max: MAX_ATTACHMENTS, of: 'signed ids' }))
  attachments?: unknown[];

  @Optional({
    type: 'array',
    maxItems: MAX_MENTIONS,
    items: {
      type: 'object',
      properties: { email: { type: 'string', format: 'idn-email' } },
      required: ['email'],
      additionalProperties: false,
    },
    description: 'Active team members whom a note names.',
    example: [{ email: 'kim@acme.example' }],
  })
  @CheckedBy('mentions', (value) => checkList(value, { max: MAX_MENTIONS, of: 'objects with an email' }))
  mentions?: unknown[];

  @Optional({
    format: 'date-time',
    description:
      'The moment at which another system got the comment; not in the future. A comment with this moment opens no ticket and sends no mail.',
    example: '2026-03-04T10:00:00Z',
  })
  @IsDateTime()
  created_at?: string;

  @Optional({
    description:
      'What the client calls it. Sent again with the same content, the answer is 200 with the first comment; with other content it is 422.',
    minLength: 1,
    maxLength: MAX_MESSAGE_ID_LENGTH,
    pattern: ONE_LINE,
    example: '<78.1@mail.example>',
  })
  @IsLine({ max: MAX_MESSAGE_ID_LENGTH, blank: 'refused' })
  message_id?: string;

  @Optional({
    description: '`true` notifies no person: the service sends no mail, and the event says `silent`.',
  })
  @CheckedBy('skip_notifications', checkFlag)
  skip_notifications?: boolean;
}

/** Takes a comment of the older route, whose ticket is named in the body [rule 29]. */
export class LegacyCreateCommentDto extends PickType(CreateCommentDto, [
  'author_email',
  'content',
  'comment_type',
]) {
  @ApiProperty({ description: 'Number or id of the ticket.', oneOf: TICKET_REF_FORMS, example: 1 })
  @CheckedBy('isTicketRef', checkTicketRef)
  ticket_number!: SentTicketRef;
}

/** The only value that `notice_code` has. */
export const COMMENT_CREATED = 'comment_created_successfully';

export class LegacyCommentResponse {
  @ApiProperty({ enum: [COMMENT_CREATED], example: COMMENT_CREATED }) notice_code!: typeof COMMENT_CREATED;
}

export class SaveDraftDto extends OmitType(CreateCommentDto, [
  'created_at',
  'message_id',
  'skip_notifications',
]) {}

export class SendDraftDto extends PickType(CreateCommentDto, ['skip_notifications']) {}

export const ELEMENT_TYPES = ['description', ...COMMENT_TYPES] as const;

export class ListCommentsQuery extends PageQuery {
  @OneOf(['asc', 'desc'], { default: 'asc', description: 'In the order added, or the newest first.' })
  order?: 'asc' | 'desc';

  @SomeOf(
    ELEMENT_TYPES,
    {
      description: 'One or several, separated by commas.',
      example: ['reply', 'note'],
    },
    (value) => checkOneOf(value, ELEMENT_TYPES),
  )
  comment_type?: string | string[];

  @SomeOf(
    AUTHOR_TYPES,
    { description: 'One or both, separated by commas.', example: ['customer'] },
    (value) => checkOneOf(value, AUTHOR_TYPES),
  )
  author_type?: string | string[];

  @SomeOf(INCLUDES, { description: 'What each comment has besides.', example: ['sender_authenticated'] })
  include?: string | string[];
}
