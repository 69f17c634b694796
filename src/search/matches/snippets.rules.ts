import type { Steps } from '../../kernel/steps.js';
import { escapeHtml } from '../../kernel/text.js';
import { MAX_SEARCH_LENGTH, type SearchTerm } from '../../kernel/search/query.rules.js';
import { foldedOneByOne } from '../../kernel/search/folding.rules.js';
import { indexedWords, type IndexedWord, type SearchedWord } from '../../kernel/search/words.rules.js';

/** A snippet has about this number of characters, and the second number of them before the first found word. */
const LENGTH = 160;
const BEFORE = 60;
/** It gets at most this number of characters shorter at each end, rather than begin or end within a word. */
const SLACK = 20;
/** A long text is looked through in parts of this number of characters, so that a word near its beginning is found soon. */
const PART = 8_192;

/** A place in a text. */
interface FoundPart {
  readonly start: number;
  readonly end: number;
}

/** A text, and the terms that it may have. */
export interface SearchedText {
  readonly text: string;
  readonly terms: readonly SearchTerm[];
}

/**
 * Shows where terms occur in the first of the texts that has one: HTML in which found words are marked and all else is escaped. A long text
 * takes a while, so the work has steps.
 */
export function* snippetOf(texts: readonly SearchedText[]): Steps<string> {
  let beginning: string | null = null;
  for (const { text, terms } of texts) {
    const line = text.replace(/\s+/g, ' ').trim();
    const first = yield* firstSpan(line, terms);
    if (first !== null) return shown(line, first, terms);
    if (line !== '') beginning ??= shown(line, { start: 0, end: 0 }, terms);
  }
  return beginning ?? '';
}

function* firstSpan(line: string, terms: readonly SearchTerm[]): Steps<FoundPart | null> {
  let end: number;
  for (let start = 0; start < line.length; start = end) {
    end = endOfPart(line, start);
    // A phrase may begin at the end of the part.
    const part = line.slice(start, end + MAX_SEARCH_LENGTH);
    const [first] = mayHave(part, terms) ? spansOf(part, terms) : [];
    if (first) return { start: start + first.start, end: start + first.end };
    yield;
  }
  return null;
}

/** Finds out quickly that no term begins in a part. A part with a term, folded as a whole, contains the first word of the term. */
function mayHave(part: string, terms: readonly SearchTerm[]): boolean {
  const folded = foldedOneByOne(part);
  return folded === null || terms.some(({ words: [first] }) => first && folded.includes(first.word));
}

function endOfPart(line: string, start: number): number {
  if (start + PART >= line.length) return line.length;
  const space = line.lastIndexOf(' ', start + PART);
  return space > start ? space : start + PART;
}

/** Cuts the words around a place, and marks all that is found in them. */
function shown(line: string, first: FoundPart, terms: readonly SearchTerm[]): string {
  const start = beginningOf(line, first);
  const end = endOf(line, start, first);
  const cut = line.slice(start, end);
  return `${start > 0 ? '…' : ''}${marked(cut, spansOf(cut, terms))}${end < line.length ? '…' : ''}`;
}

function beginningOf(line: string, first: FoundPart): number {
  const start = first.start - BEFORE;
  if (start <= 0) return 0;
  const space = line.indexOf(' ', start);
  return space !== -1 && space < start + SLACK ? space + 1 : betweenCharacters(line, start);
}

function endOf(line: string, start: number, first: FoundPart): number {
  const end = Math.max(start + LENGTH, first.end);
  if (end >= line.length) return line.length;
  const space = line.lastIndexOf(' ', end);
  return space >= Math.max(first.end, end - SLACK) ? space : betweenCharacters(line, end);
}

/** Moves a place out of the middle of a character. */
function betweenCharacters(line: string, place: number): number {
  return /^[\uDC00-\uDFFF]/.test(line.slice(place, place + 1)) ? place + 1 : place;
}

function marked(text: string, spans: readonly FoundPart[]): string {
  let before = 0;
  const parts = spans.map(({ start, end }) => {
    const part = `${escapeHtml(text.slice(before, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    before = end;
    return part;
  });
  return `${parts.join('')}${escapeHtml(text.slice(before))}`;
}

/** Finds all places of the terms, in order. Places that overlap are one. */
function spansOf(text: string, terms: readonly SearchTerm[]): FoundPart[] {
  const words = indexedWords(text);
  const found = words.flatMap((_word, index) => terms.flatMap((term) => spanAt(words, index, term) ?? []));
  const spans: FoundPart[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (!last || span.start >= last.end) spans.push(span);
    else if (span.end > last.end) spans[spans.length - 1] = { start: last.start, end: span.end };
  }
  return spans;
}

/**
 * Returns the place of a term that begins with the word at `index`, or null. Most words begin no term, so it compares before it makes any
 * object.
 */
function spanAt(
  words: readonly IndexedWord[],
  index: number,
  { words: wanted }: SearchTerm,
): FoundPart | null {
  for (const word of wanted) if (!isFound(word, words[index + word.position - 1])) return null;
  const [first, last] = [wanted[0], wanted.at(-1)];
  const [from, to] = [words[index + (first?.position ?? 0) - 1], words[index + (last?.position ?? 0) - 1]];
  return from && last && to ? { start: from.start, end: endOfWord(last, to) } : null;
}

function isFound({ word, isPrefix }: SearchedWord, at: IndexedWord | undefined): boolean {
  return at !== undefined && (isPrefix ? at.word.startsWith(word) : at.word === word);
}

/** One character of a script without spaces is found at the beginning of two, and only that one is marked. */
function endOfWord({ word, isPrefix, isUnspaced }: SearchedWord, at: IndexedWord): number {
  const isOneByOne = at.word.length === at.end - at.start;
  return isPrefix && isUnspaced && isOneByOne ? at.start + word.length : at.end;
}
