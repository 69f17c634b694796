import { CST, Lexer } from 'yaml';

/** Limits a manifest. Reading YAML takes long, so a file is measured before it is read. */
export const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Limits the entries of all lists and mappings together, and those of one list. */
export const MAX_ENTRIES = 50_000;
export const MAX_ITEMS = 10_000;
/** Limits how deep lists and mappings are nested. */
export const MAX_DEPTH = 32;
/** Limits the values that one alias may stand for. */
export const MAX_ALIASES = 100;

export const TOO_DEEP = `it has more than ${MAX_DEPTH} lists and mappings inside each other`;
export const TOO_MANY_ENTRIES = `it has more than ${MAX_ENTRIES} entries`;
export const TOO_MANY_ALIASES = `its aliases stand for more than ${MAX_ALIASES} values each`;

/** Lists the tokens that separate entries. Each entry of a list, and each key, has one at the most. */
const SEPARATORS = new Set(['comma', 'seq-item-ind', 'map-value-ind', 'explicit-key-ind']);

/** Says why a text is too large to be read as a manifest, or returns null. It stops where a limit is exceeded. */
export function excessOf(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return `it has more than ${MAX_CHARACTERS / 1024 / 1024} MiB`;
  let [entries, depth, onLine] = [0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    if (SEPARATORS.has(type)) entries += 1;
    if (type.endsWith('-start')) depth += 1;
    if (type.endsWith('-end')) depth -= 1;
    if (type === 'newline') onLine = 0;
    // Dashes of one line begin nested lists.
    if (type === 'seq-item-ind' || type === 'explicit-key-ind') onLine += 1;
    if (entries > MAX_ENTRIES) return TOO_MANY_ENTRIES;
    if (depth + onLine > MAX_DEPTH) return TOO_DEEP;
  }
  return null;
}

/** Tells whether the lists and mappings of a file have too many entries together. It counts no further than that. */
export function hasTooManyEntries(file: unknown): boolean {
  let entries = 0;
  const waiting: unknown[] = [file];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inside: unknown[] = Object.values(value);
    entries += inside.length;
    if (entries > MAX_ENTRIES) return true;
    waiting.push(...inside.filter((one) => one !== undefined));
  }
  return false;
}
