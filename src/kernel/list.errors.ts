import { DomainError } from './errors.js';

/** The refusals of a list. */
export interface ListRefusals {
  /** 422: the texts of the page are more than a process holds for one workspace. `size` is that of a page that fits. */
  tooLarge(size: number): DomainError;
  /** 422: to find the page would take more than 2 seconds (decisions, section 2). */
  tooBroad(cause: unknown): DomainError;
}

/** Names in the refusals of a list the things that it shows, and the ways to ask for fewer of them. */
export const refusalsOf = (things: string, ways: string): ListRefusals => ({
  tooLarge: (size) =>
    new DomainError(
      'invalid',
      'page_too_large',
      `The ${things} of this page are too large to be sent together, please ask for page_size=${size}.`,
      [{ path: 'page_size', message: `must be at most ${size} for these ${things}` }],
    ),
  tooBroad: (cause) =>
    new DomainError(
      'invalid',
      'filter_too_broad',
      `The list takes too long to find, please ask for fewer ${things}: ${ways}.`,
      [],
      { cause },
    ),
});
