import type { CommentEntry } from '../../conversations/comment-batch.rules.js';
import type { Draft } from '../../kernel/problems.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { NOT_UTF8, SAVE_AS_UTF8 } from './lines.reader.js';

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

/** One comment of a file of comments, in the right shape but not yet checked against the workspace. */
export interface CommentRecord extends Pick<SourceRecord, 'line' | 'text'> {
  /** The external id of its ticket; null when the comment could not be read. */
  readonly ticketId: string | null;
  readonly draft: Draft<CommentEntry | null>;
}

/** What a record says: a ticket, its comments, or both. */
export type ReadRecord = Pick<SourceRecord, 'comments' | 'isContinuation'> & SourceRecord['draft'];

export function unreadable(message: string): Draft<null> {
  return { value: null, problems: [{ path: 'line', message }] };
}

/** A file as a whole cannot be read. The message follows the name of the file. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}

/** A file can start with a byte order mark, which is not part of its first line. */
export function withoutByteOrderMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line;
}

/** @throws UnreadableSourceError when the first record of a file is not UTF-8, or something else than the file should hold */
export function refuseOtherFile(
  { line, draft: { problems } }: SourceRecord | CommentRecord,
  isOther: boolean,
  wanted: string,
): void {
  if (problems.some(({ message }) => message === NOT_UTF8)) throw new UnreadableSourceError(SAVE_AS_UTF8);
  if (isOther) throw new UnreadableSourceError(`is no ${wanted}: line ${line} ${problems[0]?.message ?? ''}`);
}
