import type { CommentEntry } from '../../conversations/comment-batch.rules.js';
import type { Draft } from '../../kernel/problems.js';
import type { TicketEntry } from '../../tickets/write/ticket-content.rules.js';

/** One ticket of a source, in the right shape but not yet checked against the workspace. */
export interface SourceRecord {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  readonly text: string;
  readonly draft: Draft<TicketEntry | null>;
  /** The comments that it names; their problems are among those of the draft. */
  readonly comments?: readonly CommentEntry[];
  /** Set when it has nothing but comments: they belong to the ticket of the record before. */
  readonly isContinuation?: true;
}

/** What a record says: a ticket, its comments, or both. */
export type ReadRecord = Pick<SourceRecord, 'comments' | 'isContinuation'> & SourceRecord['draft'];

/** The path of a problem of a whole record. */
const WHOLE_RECORD = 'line';

/** A record that cannot be read at all. */
export function unreadable(message: string): Draft<null> {
  return { value: null, problems: [{ path: WHOLE_RECORD, message }] };
}

/** A file as a whole cannot be read. The message follows the name of the file. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}

/** A file can start with a byte order mark, which is not part of its first line. */
export function withoutByteOrderMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line;
}
