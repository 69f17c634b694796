import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
};
const ENDINGS = ['.jsonl', '.ndjson', '.json'];

/** Tickets of another system. The other files and the mapping have been read. */
export class ForeignImport {
  private constructor(
    private readonly terminal: Terminal,
    private readonly reading: ForeignReading,
  ) {}

  /** @throws CommandError when a file cannot be read, or has the wrong contents */
  static async prepare(
    terminal: Terminal,
    from: ForeignSystem['name'],
    file: string,
    settings: ForeignSettings,
    names: TicketNames,
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
      return new ForeignImport(terminal, { system, directory, translator });
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

  /** Reads the whole file once and counts what every value becomes. */
  async survey(file: string, tally: TranslationTally): Promise<void> {
    const source = await openSource(this.terminal, file);
    try {
      for await (const _record of this.records(source, tally));
    } finally {
      await source.close();
    }
  }
}

/** Lists the values that have no counterpart. */
export function sayUnmapped(terminal: Terminal, tally: TranslationTally): void {
  if (tally.unmapped.length === 0) return;
  terminal.say('These have no counterpart here:');
  for (const word of tally.unmapped) terminal.say(visible(`  ${described(word)}`));
}

/** Lists what all values become. */
export function sayPlan(terminal: Terminal, tally: TranslationTally): void {
  for (const word of tally.mapped) {
    terminal.say(
      visible(`  ${described(word)} -> ${word.to === null ? 'left out' : JSON.stringify(word.to)}`),
    );
  }
  sayUnmapped(terminal, tally);
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
  if (path !== undefined) return [await openSource(terminal, path)];
  const found: Source[] = [];
  for (const name of names) {
    for (const ending of ENDINGS.flatMap((one) => [one, `${one}.gz`])) {
      const beside = join(dirname(file), `${name}${ending}`);
      if (await exists(terminal.pathOf(beside))) found.push(await openSource(terminal, beside));
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
