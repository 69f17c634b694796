import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommentTranslator } from '../../import/foreign/comment-translator.rules.js';
import { foreignCommentRecords } from '../../import/foreign/foreign-comments.reader.js';
import {
  foreignRecords,
  readInto,
  type DirectoryKind,
  type ForeignReading,
} from '../../import/foreign/foreign-records.reader.js';
import type { ForeignDirectory, ForeignSystem } from '../../import/foreign/foreign-ticket.js';
import { FRESHDESK } from '../../import/foreign/freshdesk.rules.js';
import { readMapping } from '../../import/foreign/mapping.reader.js';
import { Translator } from '../../import/foreign/translator.rules.js';
import type { TalliedTranslation, TranslationTally } from '../../import/foreign/translation-tally.js';
import { ZENDESK } from '../../import/foreign/zendesk.rules.js';
import type { CommentRecord } from '../../import/own/comment-record.js';
import { UnreadableSourceError, type SourceRecord } from '../../import/own/source-record.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import { CommandError } from '../command-error.js';
import { readText } from '../files.js';
import { openSource, type Source } from './import-source.js';
import type { Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';

/** The other system that the tickets come from, and its other files. */
export interface ForeignSettings {
  readonly from?: ForeignSystem['name'];
  readonly mapping?: string;
  readonly users?: string;
  readonly fields?: string;
  readonly groups?: string;
  readonly comments?: string;
}

const SYSTEMS: Readonly<Record<ForeignSystem['name'], ForeignSystem>> = {
  zendesk: ZENDESK,
  freshdesk: FRESHDESK,
};

/** The names of the files beside the tickets, when the command line does not name them. */
const BESIDE = {
  users: ['users', 'contacts', 'agents'],
  fields: ['ticket_fields'],
  groups: ['groups'],
  comments: ['comments', 'conversations'],
};
const ENDINGS = ['.jsonl', '.ndjson', '.json'];

/** Tickets of another system. The other files and the mapping have been read. */
export class ForeignImport {
  private constructor(
    private readonly terminal: Terminal,
    private readonly reading: ForeignReading,
    /** Files of comments; more comments can stand inside of the tickets. */
    readonly commentFiles: readonly string[],
  ) {}

  /** @throws CommandError when a file cannot be read, or has the wrong contents */
  static async prepare(
    terminal: Terminal,
    from: ForeignSystem['name'],
    file: string,
    settings: ForeignSettings,
    { names, memberKeys }: KnownNames,
  ): Promise<ForeignImport> {
    const system = SYSTEMS[from];
    const mapping = await readNamedFile(settings.mapping, async (path) =>
      readMapping(from, path === undefined ? null : await readText(terminal, path)),
    );
    const directory: ForeignDirectory = { people: new Map(), fields: new Map(), groups: new Map() };
    for (const kind of ['users', 'fields', 'groups'] as const satisfies DirectoryKind[])
      for (const path of await filesBeside(terminal, file, settings[kind], BESIDE[kind]))
        await withSource(terminal, path, ({ chunks }) => readInto(directory, system, kind, chunks));
    const translator = new Translator(mapping, names, from);
    const commentTranslator = new CommentTranslator(mapping, memberKeys, from);
    const commentFiles = await filesBeside(terminal, file, settings.comments, BESIDE.comments);
    return new ForeignImport(terminal, { system, directory, translator, commentTranslator }, commentFiles);
  }

  /** @param tally counts what every value became */
  records(source: Source, tally?: TranslationTally): AsyncGenerator<SourceRecord> {
    return foreignRecords(source.chunks, {
      ...this.reading,
      ...(tally && {
        onTranslations: (translations, line) => {
          tally.add(translations, line);
        },
      }),
    });
  }

  /** @param tally counts what every author became */
  comments(source: Source, tally?: TranslationTally): AsyncGenerator<CommentRecord> {
    return foreignCommentRecords(source.chunks, {
      ...this.reading,
      ...(tally && {
        onTranslations: (translations, line) => {
          tally.add(translations, line);
        },
      }),
    });
  }

  /** Reads the whole file once and counts what every value becomes. */
  async survey(file: string, tally: TranslationTally): Promise<void> {
    await withSource(this.terminal, file, async (source) => {
      for await (const _record of this.records(source, tally));
    });
  }

  /** Reads a file of comments once and counts what every author becomes. */
  async surveyComments(file: string, tally: TranslationTally): Promise<void> {
    await withSource(this.terminal, file, async (source) => {
      for await (const _record of this.comments(source, tally));
    });
  }
}

/**
 * Opens a file of another system for `work`.
 * @throws CommandError when it cannot be read, or has the wrong contents
 */
export async function withSource<Result>(
  terminal: Terminal,
  file: string,
  work: (source: Source) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(terminal, file);
  try {
    return await readNamedFile(file, () => work(source));
  } finally {
    await source.close();
  }
}

/** The names of a workspace, and the addresses of its members, also of removed ones. */
export interface KnownNames {
  readonly names: TicketNames;
  readonly memberKeys: ReadonlySet<string>;
}

/** Lists the values that have no counterpart. */
export function sayUnmapped(terminal: Terminal, tally: TranslationTally, file?: string): void {
  if (tally.unmapped.length === 0) return;
  terminal.say(`These${file === undefined ? '' : ` of ${file}`} have no counterpart here:`);
  for (const word of tally.unmapped) terminal.say(`  ${described(word)}`);
}

/** Lists what all values become. */
export function sayPlan(terminal: Terminal, tally: TranslationTally, file?: string): void {
  for (const word of tally.mapped) {
    terminal.say(`  ${described(word)} -> ${word.to === null ? 'left out' : JSON.stringify(word.to)}`);
  }
  sayUnmapped(terminal, tally, file);
}

function described(word: TalliedTranslation): string {
  return `${word.kind} ${JSON.stringify(word.from)}: ${occurrences(word)}`;
}

/** The file that the command line names, or else the files beside the tickets that have one of the names. */
async function filesBeside(
  terminal: Terminal,
  file: string,
  path: string | undefined,
  names: readonly string[],
): Promise<string[]> {
  if (path !== undefined) return [path];
  const found: string[] = [];
  for (const name of names) {
    for (const ending of ENDINGS.flatMap((one) => [one, `${one}.gz`])) {
      const beside = join(dirname(file), `${name}${ending}`);
      if (await exists(terminal.pathOf(beside))) found.push(beside);
    }
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readNamedFile<Result>(
  path: string | undefined,
  read: (path: string | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(path);
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error;
    throw new CommandError(`The file ${path ?? ''} ${error.message}.`, { cause: error });
  }
}
