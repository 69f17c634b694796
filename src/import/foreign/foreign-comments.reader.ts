import { readComment, type ReadComments } from '../own/comment-line.rules.js';
import { refuseOtherFile, unreadable, type CommentRecord } from '../own/source-record.js';
import type { ForeignReading } from './foreign-records.reader.js';
import type { ForeignComment, JsonObject } from './foreign-ticket.js';
import { objectsOf, type FoundObject } from './json-objects.reader.js';

type CommentReading = Pick<ForeignReading, 'system' | 'directory' | 'commentTranslator' | 'tally'>;

/** The comments inside of a ticket, the oldest first. Those that are left out are missing. */
export function readForeignComments(
  said: readonly JsonObject[],
  reading: CommentReading,
  line: number,
): ReadComments {
  const comments = said
    .flatMap((object) => reading.system.readComment(object, reading.directory) ?? [])
    .sort((one, other) => timeOf(one) - timeOf(other));
  const read = comments.map((comment, index) => readOne(comment, reading, line, `comments[${index}]`));
  return {
    comments: read.flatMap((one) => one.comments),
    problems: read.flatMap((one) => one.problems),
  };
}

/** Reads a file of comments. @throws UnreadableSourceError when its first object is not a comment, or the document is broken */
export async function* foreignCommentRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: CommentReading,
): AsyncGenerator<CommentRecord> {
  let isFirst = true;
  for await (const found of objectsOf(chunks, reading.system.commentsKey)) {
    const record = commentRecordOf(found, reading);
    if (isFirst && record)
      refuseOtherFile(record, record.ticketId === null, `file of comments of ${reading.system.name}`);
    isFirst = false;
    if (record) yield record;
  }
}

function commentRecordOf(found: FoundObject, reading: CommentReading): CommentRecord | null {
  const { line, text, object } = found;
  const refused = (message: string): CommentRecord => {
    return { line, text, ticketId: null, draft: unreadable(message) };
  };
  if (object === null) return refused(found.problem);
  const comment = reading.system.readComment(object, reading.directory);
  if (comment === null) return refused('is no comment: it has no id');
  const { ticketId } = comment;
  if (ticketId === null) return refused('does not say which ticket it belongs to: it has no ticket_id');
  const { comments, problems } = readOne(comment, reading, line, 'comment');
  const [value = null] = comments;
  return value === null && problems.length === 0
    ? null
    : { line, text, ticketId, draft: { value, problems } };
}

function readOne(
  comment: ForeignComment,
  { commentTranslator, tally }: CommentReading,
  line: number,
  path: string,
): ReadComments {
  const { comment: sent, translations } = commentTranslator.translate(comment);
  tally?.add(translations, line);
  if (sent === null) return { comments: [], problems: [] };
  const { comments, problems } = readComment(sent, path);
  const { asDescription } = comment;
  return asDescription === null
    ? { comments, problems }
    : { comments: comments.map((entry) => ({ ...entry, asDescription })), problems };
}

function timeOf({ createdAt }: ForeignComment): number {
  const time = Date.parse(createdAt ?? '');
  return Number.isNaN(time) ? 0 : time;
}
