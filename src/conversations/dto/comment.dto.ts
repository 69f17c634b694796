import { ApiProperty } from '@nestjs/swagger';
import { AttachmentDto } from '../../attachments/attachment.shape.js';
import { PaginationDto } from '../../platform/http/answers/pagination.dto.js';
import { AUTHOR_TYPES, COMMENT_TYPES } from '../comment.rules.js';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';

export class AuthorDto {
  @ApiProperty({ format: 'uuid', example: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a' })
  id!: string;

  @ApiProperty({ example: 'Eve Jones' })
  name!: string;

  @ApiProperty({ format: 'idn-email', example: 'eve@acme.example' })
  email!: string;
}

abstract class WordsDto {
  @ApiProperty({ type: AuthorDto })
  author!: AuthorDto;

  @ApiProperty({ description: 'Cleaned HTML.', example: '<p>We have sent invoice 78 again.</p>' })
  content!: string;

  @ApiProperty({ type: [AttachmentDto], maxItems: MAX_ATTACHMENTS })
  attachments!: AttachmentDto[];
}

/** An element of a conversation (extensions, section 15). */
export class CommentDto extends WordsDto {
  @ApiProperty({
    format: 'uuid',
    description: 'Of the description: the id of the ticket.',
    example: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a',
  })
  id!: string;

  @ApiProperty({
    enum: ['description', ...COMMENT_TYPES],
    description: 'A `reply` is for the eyes of the customer, a `note` never.',
    example: 'reply',
  })
  comment_type!: string;

  @ApiProperty({ enum: AUTHOR_TYPES, example: 'agent' })
  author_type!: string;

  @ApiProperty({ type: String, nullable: true, description: 'What the client that added it calls it.' })
  message_id!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'Of the description: of the ticket.',
    example: '2026-01-31T09:30:00.000Z',
  })
  updated_at!: string;
}

/** A comment that is not made yet. */
export class DraftDto extends WordsDto {
  @ApiProperty({ enum: COMMENT_TYPES, example: 'reply' })
  comment_type!: string;

  @ApiProperty({ format: 'date-time', example: '2026-01-31T09:30:00.000Z' })
  updated_at!: string;
}

export class CommentResponse {
  @ApiProperty({ type: CommentDto })
  comment!: CommentDto;
}

export class CommentListResponse {
  @ApiProperty({ type: [CommentDto] })
  comments!: CommentDto[];

  @ApiProperty({ type: PaginationDto })
  pagination!: PaginationDto;
}

export class DraftResponse {
  @ApiProperty({ type: DraftDto })
  draft!: DraftDto;
}
