import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foreignRecords, readDirectory, type ForeignReading } from '../import/foreign/foreign-records.js';
import type { ForeignSystem } from '../import/foreign/foreign-ticket.js';
import { FRESHDESK } from '../import/foreign/freshdesk.rules.js';
import { readMapping } from '../import/foreign/mapping.js';
import { Translator } from '../import/foreign/mapping.rules.js';
import type { TalliedTranslation, TranslationTally } from '../import/foreign/translation-tally.js';
import { ZENDESK } from '../import/foreign/zendesk.rules.js';
import { UnreadableSourceError, type SourceRecord } from '../import/source-record.js';
import type { TicketVocabulary } from '../tickets/ticket-vocabulary.js';
import { CommandError } from './command-error.js';
import { readText } from './files.js';
import { openSource, type Source } from './import-source.js';
import { occurrences, say, visible } from './output.js';

/** Which other system tickets come from, and the files that help to read them. */
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

/** What the files beside the tickets are called when nobody names them. */
const BESIDE = {
  users: ['users', 'contacts', 'agents'],
  fields: ['ticket_fields'],
  groups: ['groups'],
};
const ENDINGS = ['.jsonl', '.ndjson', '.json'];

/** Tickets of another system, once its other files and the mapping are read. */
export class ForeignImport {
  private constructor(private readonly reading: ForeignReading) {}

  /** @throws CommandError when a file that was named cannot be read, or is not what it should be */
  static async prepare(
    from: ForeignSystem['name'],
    file: string,
    settings: ForeignSettings,
    vocabulary: TicketVocabulary,
  ): Promise<ForeignImport> {
    const system = SYSTEMS[from];
    const mapping = await named(settings.mapping, async (path) =>
      readMapping(from, path === undefined ? null : await readText(path)),
    );
    const sources = {
      people: await besides(file, settings.users, BESIDE.users),
      fields: await besides(file, settings.fields, BESIDE.fields),
      groups: await besides(file, settings.groups, BESIDE.groups),
    };
    const chunksOf = (found: readonly Source[]): AsyncIterable<Uint8Array>[] =>
      found.map(({ chunks }) => chunks);
    try {
      const directory = await readDirectory(system, {
        people: chunksOf(sources.people),
        fields: chunksOf(sources.fields),
        groups: chunksOf(sources.groups),
      });
      return new ForeignImport({ system, directory, translator: new Translator(mapping, vocabulary, from) });
    } finally {
      await Promise.all(
        Object.values(sources)
          .flat()
          .map((source) => source.close()),
      );
    }
  }

  /** @param tally told what became of every word */
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

  /** What has no counterpart, found out by reading the whole file once. */
  async survey(file: string, tally: TranslationTally): Promise<void> {
    const source = await openSource(file);
    try {
      for await (const _record of this.records(source, tally));
    } finally {
      await source.close();
    }
  }
}

/** Says which words have no counterpart. */
export function sayUnmapped(tally: TranslationTally): void {
  if (tally.unmapped.length === 0) return;
  say('These have no counterpart here:');
  for (const word of tally.unmapped) say(visible(`  ${described(word)}`));
}

/** Says what becomes of all words. */
export function sayPlan(tally: TranslationTally): void {
  for (const word of tally.mapped) {
    say(visible(`  ${described(word)} -> ${word.to === null ? 'left out' : JSON.stringify(word.to)}`));
  }
  sayUnmapped(tally);
}

function described(word: TalliedTranslation): string {
  return `${word.kind} ${JSON.stringify(word.from)}: ${occurrences(word)}`;
}

/** The sources that were named, or else those that are found beside the tickets. */
async function besides(file: string, path: string | undefined, names: readonly string[]): Promise<Source[]> {
  if (path !== undefined) return [await openSource(path)];
  const found: Source[] = [];
  for (const name of names) {
    for (const ending of ENDINGS.flatMap((one) => [one, `${one}.gz`])) {
      const beside = join(dirname(file), `${name}${ending}`);
      if (await exists(beside)) found.push(await openSource(beside));
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

async function named<Result>(
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
