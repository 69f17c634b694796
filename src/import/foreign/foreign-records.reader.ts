import { merged, readComment, type ReadComments } from '../own/comment-line.rules.js';
import {
  refuseOtherFile,
  unreadable,
  UnreadableSourceError,
  type CommentRecord,
  type SourceRecord,
} from '../own/source-record.js';
import { readTicket } from '../own/ticket-line.rules.js';
import {
  textIn,
  type ForeignComment,
  type ForeignDirectory,
  type ForeignSystem,
  type JsonObject,
} from './foreign-ticket.js';
import { objectsOf, type FoundObject } from './json-objects.reader.js';
import type { TranslationTally } from './translation-tally.js';
import type { CommentTranslator, Translator } from './translator.rules.js';

export interface ForeignReading {
  readonly system: ForeignSystem;
  readonly directory: ForeignDirectory;
  readonly translator: Translator;
  readonly commentTranslator: CommentTranslator;
  readonly tally?: TranslationTally | undefined;
}

type CommentReading = Omit<ForeignReading, 'translator'>;

/** Reads a file of tickets. @throws UnreadableSourceError when its first object is not a ticket, or the document is broken */
export async function* foreignRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: ForeignReading,
): AsyncGenerator<SourceRecord> {
  let isFirst = true;
  for await (const found of objectsOf(chunks, 'tickets')) {
    const record = recordOf(found, reading);
    if (isFirst)
      refuseOtherFile(record, record.input.value === null, `ticket export of ${reading.system.name}`);
    isFirst = false;
    yield record;
  }
  if (isFirst)
    throw new UnreadableSourceError(`is no ticket export of ${reading.system.name}: it holds no ticket`);
}

export type DirectoryKind = 'users' | 'fields' | 'groups';

/** Adds what a file beside the tickets holds to a directory. Objects of another kind, and lines that are not JSON, are skipped. */
export async function readInto(
  directory: ForeignDirectory,
  system: ForeignSystem,
  kind: DirectoryKind,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const add = {
    users: adding(directory.people, (object) => system.readPerson(object)),
    fields: adding(directory.fields, (object) => system.readField(object)),
    groups: adding(directory.groups, ({ id, name }) => {
      const key = textIn(id);
      return key !== null && typeof name === 'string' ? [key, name] : null;
    }),
  }[kind];
  const container = kind === 'fields' ? 'ticket_fields' : kind;
  for await (const { object } of objectsOf(chunks, container)) if (object !== null) add(object);
}

function adding<Item>(
  items: Map<string, Item>,
  read: (object: JsonObject) => readonly [string, Item] | null,
): (object: JsonObject) => void {
  return (object) => {
    const entry = read(object);
    if (entry) items.set(...entry);
  };
}

function recordOf(found: FoundObject, reading: ForeignReading): SourceRecord {
  const { line, text, object } = found;
  if (object === null) return { line, text, input: unreadable(found.problem) };
  const { system, directory, translator, tally } = reading;
  const ticket = system.readTicket(object, directory);
  if (ticket === null) return { line, text, input: unreadable('is no ticket: it has no id or no status') };
  const translated = translator.translate(ticket);
  tally?.add(translated.translations, line);
  const input = readTicket(translated.line);
  const sent = system.commentsIn(object);
  if (sent.length === 0) return { line, text, input };
  const { comments, problems } = readComments(sent, reading, line);
  return { line, text, input: { ...input, problems: [...input.problems, ...problems] }, comments };
}

/** Reads the comments inside of a ticket, the oldest first. Comments to leave out are missing. */
function readComments(sent: readonly JsonObject[], reading: CommentReading, line: number): ReadComments {
  const comments = sent
    .flatMap((object) => reading.system.readComment(object, reading.directory) ?? [])
    .sort((one, other) => timeOf(one) - timeOf(other));
  return merged(
    comments.map((comment, index) => translateComment(comment, reading, line, `comments[${index}]`)),
  );
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
    return { line, text, ticketId: null, input: unreadable(message) };
  };
  if (object === null) return refused(found.problem);
  const comment = reading.system.readComment(object, reading.directory);
  if (comment === null) return refused('is no comment: it has no id');
  const { ticketId } = comment;
  if (ticketId === null) return refused('does not say which ticket it belongs to: it has no ticket_id');
  const { comments, problems } = translateComment(comment, reading, line, 'comment');
  const [value = null] = comments;
  return value === null && problems.length === 0
    ? null
    : { line, text, ticketId, input: { value, problems } };
}

function translateComment(
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
