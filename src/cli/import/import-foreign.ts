import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommentTranslator } from '../../import/foreign/comment-translator.rules.js';
import { foreignCommentRecords } from '../../import/foreign/foreign-comments.reader.js';
import {
  foreignRecords,
  readDirectory,
  type ForeignReading,
} from '../../import/foreign/foreign-records.reader.js';
import type { ForeignSystem } from '../../import/foreign/foreign-ticket.js';
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
import type { Terminal } from '../terminal.js';
import { occurrences, visible } from '../texts.js';

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
    const sources = {
      people: await besides(terminal, file, settings.users, BESIDE.users),
      fields: await besides(terminal, file, settings.fields, BESIDE.fields),
      groups: await besides(terminal, file, settings.groups, BESIDE.groups),
    };
    const chunksOf = (found: readonly Source[]): AsyncIterable<Uint8Array>[] =>
      found.map(({ chunks }) => chunks);
    try {
      const directory = await readDirectory(system, {
        people: chunksOf(sources.people),
        fields: chunksOf(sources.fields),
        groups: chunksOf(sources.groups),
      });
      const translator = new Translator(mapping, names, from);
      const commentTranslator = new CommentTranslator(mapping, memberKeys, from);
      const commentFiles = await filesBeside(terminal, file, settings.comments, BESIDE.comments);
      return new ForeignImport(terminal, { system, directory, translator, commentTranslator }, commentFiles);
    } finally {
      await Promise.all(
        Object.values(sources)
          .flat()
          .map((source) => source.close()),
      );
    }
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
    const source = await openSource(this.terminal, file);
    try {
      for await (const _record of this.records(source, tally));
    } finally {
      await source.close();
    }
  }

  /** The same for a file of comments. */
  async surveyComments(file: string, tally: TranslationTally): Promise<void> {
    await this.withComments(file, async (source) => {
      for await (const _record of this.comments(source, tally));
    });
  }

  /**
   * Opens a file of comments for `work`.
   * @throws CommandError when it cannot be read, or has the wrong contents
   */
  async withComments<Result>(file: string, work: (source: Source) => Promise<Result>): Promise<Result> {
    const source = await openSource(this.terminal, file);
    try {
      return await readNamedFile(file, () => work(source));
    } finally {
      await source.close();
    }
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
  terminal.say(visible(`These${file === undefined ? '' : ` of ${file}`} have no counterpart here:`));
  for (const word of tally.unmapped) terminal.say(visible(`  ${described(word)}`));
}

/** Lists what all values become. */
export function sayPlan(terminal: Terminal, tally: TranslationTally, file?: string): void {
  for (const word of tally.mapped) {
    terminal.say(
      visible(`  ${described(word)} -> ${word.to === null ? 'left out' : JSON.stringify(word.to)}`),
    );
  }
  sayUnmapped(terminal, tally, file);
}

function described(word: TalliedTranslation): string {
  return `${word.kind} ${JSON.stringify(word.from)}: ${occurrences(word)}`;
}

/** The source that the command line names, or else the sources beside the tickets. */
async function besides(
  terminal: Terminal,
  file: string,
  path: string | undefined,
  names: readonly string[],
): Promise<Source[]> {
  const found: Source[] = [];
  for (const beside of await filesBeside(terminal, file, path, names))
    found.push(await openSource(terminal, beside));
  return found;
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
