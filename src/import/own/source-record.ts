import type { ImportedComment } from '../../conversations/import/comment-batch.rules.js';
import type { Checked } from '../../kernel/errors.js';
import type { ExternalKey, TicketEntry } from '../../tickets/rules/ticket.changes.js';
import { NOT_UTF8, SAVE_AS_UTF8 } from './lines.reader.js';

/** Holds one ticket of a file, in the right shape but not yet checked against the workspace. */
export interface SourceRecord {
  /** The record starts on this line of the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly input: Checked<TicketEntry | null>;
  /** The comments that it names; their problems are among those of `input`. */
  readonly comments?: readonly ImportedComment[];
  /** Set when it has nothing but comments: they belong to the ticket of the record before. */
  readonly isContinuation?: true;
  /** The key of that ticket, when a continuation has one. */
  readonly key?: ExternalKey;
  /** The line of that ticket, when nothing but its place says which ticket it is. */
  readonly continues?: number;
}

/** Holds one comment of a file of comments, in the right shape but not yet checked against the workspace. */
export interface CommentRecord extends Pick<SourceRecord, 'line' | 'text'> {
  /** The external id is null when the comment could not be read. */
  readonly ticketId: string | null;
  readonly input: Checked<ImportedComment | null>;
}

export type ReadRecord = Pick<SourceRecord, 'comments' | 'isContinuation' | 'key'> & SourceRecord['input'];

export function unreadable(message: string): Checked<null> {
  return { value: null, problems: [{ path: 'line', message }] };
}

/** Refuses a whole file. The message follows its name. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}

export function withoutByteOrderMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line;
}

/** Refuses a file by its first record. @throws UnreadableSourceError when that is not UTF-8, or not what the file should hold */
export function refuseOtherFile(
  { line, input: { problems } }: SourceRecord | CommentRecord,
  isOther: boolean,
  wanted: string,
): void {
  if (problems.some(({ message }) => message === NOT_UTF8)) throw new UnreadableSourceError(SAVE_AS_UTF8);
  if (isOther) throw new UnreadableSourceError(`is no ${wanted}: line ${line} ${problems[0]?.message ?? ''}`);
}
