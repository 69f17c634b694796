import type { Shown } from '../attachments/attachment.row.js';
import { toAttachmentDto } from '../attachments/attachment.shape.js';
import type { Page } from '../kernel/page.js';
import { toPaginationDto } from '../platform/http/answers/pagination.dto.js';
import type { Wire } from '../platform/http/answers/wire.js';
import type { NewestComments } from '../tickets/api/included-comments.js';
import type { FoundComments } from './comment-reader.service.js';
import { authorOf, type CommentRow } from './comment.repository.js';
import { shownPerson } from './comment.rules.js';
import type { DraftRow } from './draft.repository.js';
import type { CommentDto, CommentListResponse, CommentResponse, DraftResponse } from './dto/comment.dto.js';

/** An element of a conversation as agents see it: every key always present. */
export function toCommentDto(row: Shown<CommentRow>): Wire<CommentDto> {
  const author = authorOf(row);
  return {
    id: row.id,
    comment_type: row.commentType,
    author_type: author.type,
    author: shownPerson(author),
    content: row.content,
    attachments: row.files.map(toAttachmentDto),
    message_id: row.messageId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The newest comments, as a ticket shows them on demand (extensions, section 11). */
export function toNewestComments(page: FoundComments): NewestComments {
  return { comments: page.items.map(toCommentDto), comments_total: page.totalRecords };
}

export function toCommentResponse(row: Shown<CommentRow>): Wire<CommentResponse> {
  return { comment: toCommentDto(row) };
}

export function toCommentListResponse(page: Page<Shown<CommentRow>>): Wire<CommentListResponse> {
  return { comments: page.items.map(toCommentDto), pagination: toPaginationDto(page) };
}

/** The answer to `GET` of a draft. Its entity tag is made from this. */
export function toDraftResponse(row: Shown<DraftRow>): Wire<DraftResponse> {
  return {
    draft: {
      comment_type: row.commentType,
      author: shownPerson(authorOf(row)),
      content: row.content,
      attachments: row.files.map(toAttachmentDto),
      updated_at: row.updatedAt.toISOString(),
    },
  };
}
