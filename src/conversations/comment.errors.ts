import { DomainError } from '../kernel/errors.js';

/** 404: the same for an unknown id, a text that is no id, and a comment of another ticket. */
export function commentNotFound(): DomainError {
  return new DomainError('not_found', 'comment_not_found', 'There is no such comment.');
}

/** 404: also for a type that no draft can have. */
export function draftNotFound(): DomainError {
  return new DomainError('not_found', 'draft_not_found', 'There is no such draft.');
}

/** 422: the newest comments are more than a process holds for one workspace. */
export function conversationTooLarge(): DomainError {
  return new DomainError(
    'invalid',
    'page_too_large',
    'The comments of this ticket are too large to be sent with it, please list them in smaller pages.',
    [{ path: 'include', message: 'must not name the comments of this ticket, which are too large' }],
  );
}

/** 422: the contents of the page are more than a process holds for one workspace. `size` is that of a page that fits. */
export function pageTooLarge(size: number): DomainError {
  return new DomainError(
    'invalid',
    'page_too_large',
    `The comments of this page are too large to be sent together, please ask for page_size=${size}.`,
    [{ path: 'page_size', message: `must be at most ${size} for these comments` }],
  );
}
