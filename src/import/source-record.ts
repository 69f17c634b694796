import type { Draft } from '../kernel/problems.js';
import type { TicketEntry } from '../tickets/ticket-batch.rules.js';

/** One ticket of a source, read but not yet held against the workspace. */
export interface SourceRecord {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  readonly text: string;
  readonly draft: Draft<TicketEntry | null>;
}

/** Where a problem of a whole record is reported. */
const WHOLE_RECORD = 'line';

/** A record that cannot be read at all. */
export function unreadable(message: string): Draft<null> {
  return { value: null, problems: [{ path: WHOLE_RECORD, message }] };
}

/** Why a file as a whole is not what it claims to be; the message goes on after its name. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}

/** A file may start with a byte order mark, which is no part of its first line. */
export function withoutByteOrderMark(line: string): string {
  return line.startsWith('\uFEFF') ? line.slice(1) : line;
}
