import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { checkFlag, checkList } from '../../kernel/checks.js';
import {
  Checked,
  IsDateTime,
  IsEmailAddress,
  IsLine,
  IsOneOf,
  Optional,
} from '../../platform/http/requests/validators.js';
import { ONE_LINE } from '../../kernel/text.js';
import { checkDescription, MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import {
  AUTHOR_TYPES,
  COMMENT_TYPES,
  MAX_MENTIONS,
  MAX_MESSAGE_ID_LENGTH,
  type AuthorType,
  type CommentType,
} from '../comment.rules.js';

/** A new comment (extensions, section 15). The rules name missing properties. `toEntry` checks the elements of lists. */
export class CreateCommentDto {
  @ApiPropertyOptional({
    format: 'idn-email',
    description:
      'Whose comment it is. A key that speaks for a team member may leave it out, and names nobody but that member and customers; every ' +
      'other key has to name the author.',
    example: 'eve@acme.example',
  })
  @Optional()
  @IsEmailAddress()
  author_email?: string;

  @ApiPropertyOptional({
    enum: AUTHOR_TYPES,
    description:
      'Without it, the address of an active team member is an agent, and that of the customer or of a participant of the ticket is a ' +
      'customer. With `customer`, an address that nobody has makes a customer.',
    example: 'agent',
  })
  @Optional()
  @IsOneOf(AUTHOR_TYPES)
  author_type?: AuthorType;

  @ApiPropertyOptional({
    enum: COMMENT_TYPES,
    description:
      'Without it: `reply`, which is for the eyes of the customer; a `note` never is. A customer writes no notes.',
    example: 'reply',
  })
  @Optional()
  @IsOneOf(COMMENT_TYPES)
  comment_type?: CommentType;

  @ApiProperty({
    description:
      'HTML of at most 256 KiB that shows something. The service cleans it as it cleans descriptions.',
    maxLength: MAX_DESCRIPTION_BYTES,
    example: '<p>We have sent <b>invoice 78</b> again.</p>',
  })
  @Optional()
  @Checked('content', checkDescription)
  content?: string;

  @ApiPropertyOptional({
    type: 'array',
    maxItems: MAX_ATTACHMENTS,
    items: { type: 'string' },
    description: 'Signed ids of uploaded files.',
    example: [],
  })
  @Optional()
  @Checked('attachments', (value) => checkList(value, { max: MAX_ATTACHMENTS, of: 'signed ids' }))
  attachments?: unknown[];

  @ApiPropertyOptional({
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
  @Optional()
  @Checked('mentions', (value) => checkList(value, { max: MAX_MENTIONS, of: 'objects with an email' }))
  mentions?: unknown[];

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'When it was made, never in the future, of a comment that is taken over from somewhere else. It opens no ticket, and nobody is told ' +
      'by mail.',
    example: '2026-03-04T10:00:00Z',
  })
  @Optional()
  @IsDateTime()
  created_at?: string;

  @ApiPropertyOptional({
    description:
      'What the client calls it. Sent again with the same content, the answer is 200 with the first comment; with other content it is 422.',
    minLength: 1,
    maxLength: MAX_MESSAGE_ID_LENGTH,
    pattern: ONE_LINE,
    example: '<78.1@mail.example>',
  })
  @Optional()
  @IsLine({ max: MAX_MESSAGE_ID_LENGTH, blank: 'refused' })
  message_id?: string;

  @ApiPropertyOptional({
    description: '`true` notifies no person: the service sends no mail, and the event says `silent`.',
  })
  @Optional()
  @Checked('skip_notifications', checkFlag)
  skip_notifications?: boolean;
}

export class SaveDraftDto extends PickType(CreateCommentDto, [
  'author_email',
  'author_type',
  'comment_type',
  'content',
  'attachments',
  'mentions',
]) {}

export class SendDraftDto extends PickType(CreateCommentDto, ['skip_notifications']) {}
