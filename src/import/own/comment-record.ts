import type { CommentEntry } from '../../conversations/comment-batch.rules.js';
import type { Draft } from '../../kernel/problems.js';

/** One comment of a file of comments, in the right shape but not yet checked against the workspace. */
export interface CommentRecord {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  readonly text: string;
  /** The external id of its ticket; null when the comment could not be read. */
  readonly ticketId: string | null;
  readonly draft: Draft<CommentEntry | null>;
}
