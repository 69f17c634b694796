import { DomainError, notFound, refusalsOf, type ListRefusals } from '../kernel/errors.js';
import { missingScope } from '../platform/routes/missing-scope.js';
import type { CommentType } from './comment.rules.js';

/** Answers 404, also for a comment of another ticket. */
export const commentNotFound = notFound('comment');

/** Answers 404, also for a type that no draft can have. */
export const draftNotFound = notFound('draft');

export const COMMENT_LISTS = refusalsOf('comments', 'by narrower filters');

/** Makes the refusals of the newest comments, which a ticket shows with it. */
export const INCLUDED_COMMENTS: ListRefusals = {
  ...COMMENT_LISTS,
  tooLarge: () =>
    new DomainError(
      'invalid',
      'page_too_large',
      'The comments of this ticket are too large to be sent with it, please list them in smaller pages.',
      [{ path: 'include', message: 'must not name the comments of this ticket, which are too large' }],
    ),
};

/** A key with `drafts:write` alone adds no words that a customer may see. @throws missing_scope */
export function refuseOtherThanNote({ commentType }: { readonly commentType: CommentType }): void {
  if (commentType !== 'note') throw missingScope('comments:write');
}
