import { toAttachmentDto } from '../attachments/shown-attachment.shape.js';
import type { Shown } from '../attachments/attachment.row.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { CommentRow } from './comment.repository.js';
import { shownPerson } from './comment.rules.js';
import type { CommentDto } from './dto/comment.dto.js';

export function toCommentDto(row: Shown<CommentRow>): Wire<CommentDto> {
  return {
    id: row.id,
    comment_type: row.commentType,
    author_type: row.author.type,
    author: shownPerson(row.author),
    content: row.content,
    attachments: row.files.map(toAttachmentDto),
    message_id: row.messageId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
