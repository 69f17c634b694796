import {
  refuseOtherFile,
  unreadable,
  UnreadableSourceError,
  type SourceRecord,
} from '../own/source-record.js';
import { readTicket } from '../own/ticket-line.rules.js';
import type { CommentTranslator } from './comment-translator.rules.js';
import { readForeignComments } from './foreign-comments.reader.js';
import type { ForeignDirectory, ForeignSystem, JsonObject } from './foreign-ticket.js';
import { objectsOf, type FoundObject } from './json-objects.reader.js';
import type { TranslationTally } from './translation-tally.js';
import type { Translator } from './translator.rules.js';

/** What is needed to read the tickets of a file, and their comments. */
export interface ForeignReading {
  readonly system: ForeignSystem;
  readonly directory: ForeignDirectory;
  readonly translator: Translator;
  readonly commentTranslator: CommentTranslator;
  /** Counts the translations of tickets and comments. */
  readonly tally?: TranslationTally | undefined;
}

/** Reads a file of tickets. @throws UnreadableSourceError when its first object is not a ticket, or the document is broken */
export async function* foreignRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: ForeignReading,
): AsyncGenerator<SourceRecord> {
  let isFirst = true;
  for await (const found of objectsOf(chunks, 'tickets')) {
    const record = recordOf(found, reading);
    if (isFirst)
      refuseOtherFile(record, record.draft.value === null, `ticket export of ${reading.system.name}`);
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
    groups: adding(directory.groups, ({ id, name }) =>
      typeof name === 'string' ? [String(id), name] : null,
    ),
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
  if (object === null) return { line, text, draft: unreadable(found.problem) };
  const { system, directory, translator, tally } = reading;
  const ticket = system.readTicket(object, directory);
  if (ticket === null) return { line, text, draft: unreadable('is no ticket: it has no id or no status') };
  const translated = translator.translate(ticket);
  tally?.add(translated.translations, line);
  const draft = readTicket(translated.line);
  const said = system.commentsIn(object);
  if (said.length === 0) return { line, text, draft };
  const { comments, problems } = readForeignComments(said, reading, line);
  return { line, text, draft: { ...draft, problems: [...draft.problems, ...problems] }, comments };
}
