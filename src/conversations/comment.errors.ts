import { DomainError } from '../kernel/errors.js';
import { refusalsOf } from '../kernel/list.errors.js';

/** 404, also for a text that is no id, and a comment of another ticket. */
export function commentNotFound(): DomainError {
  return new DomainError('not_found', 'comment_not_found', 'There is no such comment.');
}

/** 404: also for a type that no draft can have. */
export function draftNotFound(): DomainError {
  return new DomainError('not_found', 'draft_not_found', 'There is no such draft.');
}

/** 422: the newest comments have more bytes than a process holds for one workspace. */
export function conversationTooLarge(): DomainError {
  return new DomainError(
    'invalid',
    'page_too_large',
    'The comments of this ticket are too large to be sent with it, please list them in smaller pages.',
    [{ path: 'include', message: 'must not name the comments of this ticket, which are too large' }],
  );
}

export const COMMENT_LISTS = refusalsOf('comments', 'by narrower filters');
