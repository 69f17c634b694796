import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  foreignCommentRecords,
  foreignRecords,
  readInto,
  type DirectoryKind,
  type ForeignReading,
} from '../../import/foreign/foreign-records.reader.js';
import type { ForeignDirectory, ForeignSystem } from '../../import/foreign/foreign-ticket.js';
import { FRESHDESK } from '../../import/foreign/freshdesk.rules.js';
import { readMapping } from '../../import/foreign/mapping.reader.js';
import { TranslationTally } from '../../import/foreign/translation-tally.js';
import { CommentTranslator, Translator, type Translation } from '../../import/foreign/translator.rules.js';
import { ZENDESK } from '../../import/foreign/zendesk.rules.js';
import type { Tallied } from '../../import/own/tally.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { readText } from '../files.js';
import type { Terminal } from '../output/terminal.js';
import { occurrences } from '../output/texts.js';
import { withNamedFile, withSource } from './import-source.js';

export interface ForeignOptions {
  readonly from?: ForeignSystem['name'];
  readonly mapping?: string;
  readonly users?: string;
  readonly fields?: string;
  readonly groups?: string;
  readonly comments?: string;
}

/** Holds an import from another system, whose mapping and other files have been read. */
export interface ForeignImport {
  readonly reading: ForeignReading;
  /** Lists the files of comments. Further comments can be inside of the tickets. */
  readonly commentFiles: readonly string[];
}

const SYSTEMS: Readonly<Record<ForeignSystem['name'], ForeignSystem>> = {
  zendesk: ZENDESK,
  freshdesk: FRESHDESK,
};

/** Names the files beside the tickets that are read when the command line does not name them. */
const BESIDE = {
  users: ['users', 'contacts', 'agents'],
  fields: ['ticket_fields'],
  groups: ['groups'],
  comments: ['comments', 'conversations'],
};
const ENDINGS = ['.jsonl', '.ndjson', '.json'].flatMap((ending) => [ending, `${ending}.gz`]);

/** Reads the mapping and the other files of an import. @returns null for tickets of this service @throws CommandError for a wrong file */
export async function prepareForeign(
  terminal: Terminal,
  file: string,
  { from, ...options }: ForeignOptions,
  tickets: TicketReaderService,
  scope: TenantScope,
): Promise<ForeignImport | null> {
  if (from === undefined) return null;
  const system = SYSTEMS[from];
  const [names, members] = [await tickets.names(scope), await tickets.memberKeys(scope)];
  const path = options.mapping;
  const mapping =
    path === undefined
      ? readMapping(from, null)
      : await withNamedFile(path, async () => readMapping(from, await readText(terminal, path)));
  const directory: ForeignDirectory = { people: new Map(), fields: new Map(), groups: new Map() };
  for (const kind of ['users', 'fields', 'groups'] as const satisfies DirectoryKind[])
    for (const beside of filesBeside(terminal, file, options[kind], BESIDE[kind]))
      await withSource(terminal, beside, ({ chunks }) => readInto(directory, system, kind, chunks));
  const translator = new Translator(mapping, names, from);
  const commentTranslator = new CommentTranslator(mapping, members, from);
  const commentFiles = filesBeside(terminal, file, options.comments, BESIDE.comments);
  return { reading: { system, directory, translator, commentTranslator }, commentFiles };
}

/** Reads all files once and lists the values that have no counterpart here. @returns whether there are any */
export async function listUnmapped(
  terminal: Terminal,
  { reading, commentFiles }: ForeignImport,
  file: string,
): Promise<boolean> {
  let isUnmapped = false;
  for (const commentFile of [undefined, ...commentFiles]) {
    const read = commentFile === undefined ? foreignRecords : foreignCommentRecords;
    const tally = new TranslationTally();
    await withSource(terminal, commentFile ?? file, async ({ chunks }) => {
      for await (const _record of read(chunks, { ...reading, tally }));
    });
    sayUnmapped(terminal, tally, commentFile);
    isUnmapped ||= tally.unmapped.length > 0;
  }
  return isUnmapped;
}

export function sayPlan(terminal: Terminal, tally: TranslationTally, file?: string): void {
  for (const word of tally.mapped) {
    const { to } = word.item;
    terminal.say(`  ${described(word)} -> ${to === null ? 'left out' : JSON.stringify(to)}`);
  }
  sayUnmapped(terminal, tally, file);
}

function sayUnmapped(terminal: Terminal, { unmapped }: TranslationTally, file?: string): void {
  if (unmapped.length === 0) return;
  terminal.say(`These${file === undefined ? '' : ` of ${file}`} have no counterpart here:`);
  for (const word of unmapped) terminal.say(`  ${described(word)}`);
}

function described(word: Tallied<Translation>): string {
  return `${word.item.kind} ${JSON.stringify(word.item.from)}: ${occurrences(word)}`;
}

/** Finds the file that the command line names, or else the files beside the tickets that have one of the names. */
function filesBeside(
  terminal: Terminal,
  file: string,
  path: string | undefined,
  names: readonly string[],
): string[] {
  if (path !== undefined) return [path];
  return names
    .flatMap((name) => ENDINGS.map((ending) => join(dirname(file), `${name}${ending}`)))
    .filter((beside) => existsSync(terminal.pathOf(beside)));
}
