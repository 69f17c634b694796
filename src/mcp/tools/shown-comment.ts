import { z } from 'zod';
import type { CommentDto } from '../../conversations/dto/comment.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { MAX_COMMENT_SHOWN } from '../mcp.limits.js';
import { shownHtml, shownPerson } from './shown-ticket.js';
import { UNTRUSTED_TEXT } from './untrusted-text.rules.js';

export const SHOWN_AUTHOR = z.strictObject({
  id: z.string(),
  name: UNTRUSTED_TEXT.nullable(),
  email: UNTRUSTED_TEXT.nullable(),
});

export const SHOWN_COMMENT = z.strictObject({
  id: z.string(),
  comment_type: z.string(),
  author_type: z.string(),
  author: SHOWN_AUTHOR,
  created_at: z.string(),
  attachments: z.int().describe('How many files it has.'),
  untrusted_text: z.string(),
  cut: z.literal(true).optional(),
});

export type ShownComment = z.infer<typeof SHOWN_COMMENT>;

/** Shows a comment. Agents quote customers, so every comment is shown as untrusted. */
export function shownComment(comment: Wire<CommentDto>): ShownComment {
  const { id, comment_type, author_type, created_at, attachments } = comment;
  return {
    ...{ id, comment_type, author_type },
    author: shownPerson(comment.author) as ShownComment['author'],
    created_at,
    attachments: attachments.length,
    ...shownHtml(comment.content, MAX_COMMENT_SHOWN),
  };
}
