import { NOT_UTF8, SAVE_AS_UTF8 } from '../own/lines.reader.js';
import { unreadable, UnreadableSourceError, type SourceRecord } from '../own/source-record.js';
import { readTicket } from '../own/ticket-line.rules.js';
import type { CommentTranslator } from './comment-translator.rules.js';
import { readForeignComments } from './foreign-comments.reader.js';
import type { ForeignDirectory, ForeignSystem, JsonObject } from './foreign-ticket.js';
import { objectsOf, parsedObject, type ScannedObject } from './json-objects.reader.js';
import type { Translation, Translator } from './translator.rules.js';

/** What is needed to read the tickets of a file, and their comments. */
export interface ForeignReading {
  readonly system: ForeignSystem;
  readonly directory: ForeignDirectory;
  readonly translator: Translator;
  readonly commentTranslator: CommentTranslator;
  /** Called with the translations of each ticket and comment. */
  readonly onTranslations?: (translations: readonly Translation[], line: number) => void;
}

/**
 * The tickets of a file of another system, with the names of a workspace.
 * @throws UnreadableSourceError when the first object of the file is not a ticket, or when there is none
 */
export async function* foreignRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: ForeignReading,
): AsyncGenerator<SourceRecord> {
  let isFirst = true;
  for await (const scanned of objectsOf(chunks, 'tickets')) {
    const record = recordOf(scanned, reading);
    if (isFirst && (isDamaged(record) || record.text.includes('\0')))
      throw new UnreadableSourceError(SAVE_AS_UTF8);
    if (isFirst && record.draft.value === null) {
      throw new UnreadableSourceError(
        `is no ticket export of ${reading.system.name}: line ${record.line} ${record.draft.problems[0]?.message ?? ''}`,
      );
    }
    isFirst = false;
    yield record;
  }
  if (isFirst)
    throw new UnreadableSourceError(`is no ticket export of ${reading.system.name}: it holds no ticket`);
}

function isDamaged({ draft: { problems } }: SourceRecord): boolean {
  return problems.some(({ message }) => message === NOT_UTF8);
}

/** The bytes of the files beside the tickets. */
export interface DirectoryFiles {
  readonly people: readonly AsyncIterable<Uint8Array>[];
  readonly fields: readonly AsyncIterable<Uint8Array>[];
  readonly groups: readonly AsyncIterable<Uint8Array>[];
}

/** Reads the files beside the tickets. Objects of another kind are skipped. */
export async function readDirectory(system: ForeignSystem, files: DirectoryFiles): Promise<ForeignDirectory> {
  const directory: ForeignDirectory = { people: new Map(), fields: new Map(), groups: new Map() };
  await gather(files.people, 'users', (object) => system.readPerson(object), directory.people);
  await gather(files.fields, 'ticket_fields', (object) => system.readField(object), directory.fields);
  await gather(
    files.groups,
    'groups',
    ({ id, name }) => (typeof name === 'string' ? [String(id), name] : null),
    directory.groups,
  );
  return directory;
}

async function gather<Item>(
  files: readonly AsyncIterable<Uint8Array>[],
  container: string,
  read: (object: JsonObject) => readonly [string, Item] | null,
  into: Map<string, Item>,
): Promise<void> {
  for (const chunks of files) {
    for await (const { text } of objectsOf(chunks, container)) {
      const object = parsedObject(text);
      const entry = object === null ? null : read(object);
      if (entry) into.set(entry[0], entry[1]);
    }
  }
}

function recordOf({ line, text: source }: ScannedObject, reading: ForeignReading): SourceRecord {
  const text = typeof source === 'string' ? source : source.text;
  if (typeof source !== 'string') return { line, text, draft: unreadable(NOT_UTF8) };
  const object = parsedObject(source);
  if (object === null) return { line, text, draft: unreadable('is not JSON') };
  const { system, directory, translator, onTranslations } = reading;
  const ticket = system.readTicket(object, directory);
  if (ticket === null) return { line, text, draft: unreadable('is no ticket: it has no id or no status') };
  const translated = translator.translate(ticket);
  onTranslations?.(translated.translations, line);
  const draft = readTicket(translated.line);
  const said = system.commentsIn(object);
  if (said.length === 0) return { line, text, draft };
  const { comments, problems } = readForeignComments(said, reading, line);
  return { line, text, draft: { ...draft, problems: [...draft.problems, ...problems] }, comments };
}
