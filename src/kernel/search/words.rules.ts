import { inOneGo } from '../steps.js';
import { foldWord, isAscii } from './folding.rules.js';

/**
 * The rules by which texts and queries are cut into words. Documents and queries use them alike, so that every part of a text can be found
 * by copying it. Words are not taken from Intl.Segmenter: its dictionaries differ between releases, and it cuts by context, so a query
 * could be cut in another way than the text that has the same words.
 */

/** Changes with the rules. Rows with another version are indexed again. */
export const WORDS_VERSION = 1;

/** A word counts up to this number of characters. */
const MAX_WORD = 200;
/** Characters of a word are folded in parts of this length, because one sign may stand for eighteen letters: U+FDFA. */
const FOLDED_AT_ONCE = 1_000;
/** Phrases are found in this number of words at the beginning of a text. */
export const MAX_PHRASE_POSITION = 16_000;
/** PostgreSQL's last position in a text. No position comes after it, so no phrase ends there. */
const LAST_POSITION = 16_383;
/** One step of a long text takes at most this many words, which cost less than a millisecond. */
const WORDS_OF_A_STEP = 500;
/** This distance between two parts of a text is too large for a phrase. */
const GAP = 10;
/** PostgreSQL keeps at most this number of positions of a word. */
const MAX_PLACES = 256;
/** The words of one text take at most this number of bytes; PostgreSQL allows twice as much. */
export const MAX_VECTOR_BYTES = 500_000;

/** The weights of PostgreSQL: A subject, B description, C reply, D note. */
export type Weight = 'A' | 'B' | 'C' | 'D';

export interface TextPart {
  /** Plain text, not HTML. */
  readonly text: string;
  readonly weight: Weight;
}

/** A part of a text, folded: a word, or characters in a script without spaces. It comes from the places `start` to `end` of the text. */
export interface Piece {
  readonly folded: string;
  readonly isUnspaced: boolean;
  readonly start: number;
  readonly end: number;
}

/** A word as the index keeps it: a word of the text, or two neighbours in a script without spaces. Positions begin at 1. */
export interface IndexedWord {
  readonly word: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** A word that a query asks for. A prefix finds every word that begins with it. */
export interface SearchedWord {
  readonly word: string;
  /** Its position in the phrase, from 1. */
  readonly position: number;
  readonly isPrefix: boolean;
  /** True for the last word of a phrase in a script without spaces. It needs no star to find a longer text. */
  readonly isUnspaced: boolean;
}

// Letters, digits and marks, and the signs in which East Asia writes words in one square: ㈱, ㎏. Invisible characters split no word.
const LETTER = String.raw`[\p{L}\p{N}\p{M}\u{3200}-\u{33FF}]`;
const RUN = String.raw`${LETTER}[${LETTER}\p{Default_Ignorable_Code_Point}]*`;
// A picture is a word of its own, but ©, ® and ™ are signs beside a name.
const PICTURE = String.raw`[\p{Extended_Pictographic}--${LETTER}--[©®™‼⁉]]`;
const TOKENS = new RegExp(`${RUN}|${PICTURE}`, 'gv');
const IS_PICTURE = new RegExp(PICTURE, 'v');

const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const WORD_OR_UNSPACED = new RegExp(`[${LETTER}--${UNSPACED}]+|(?<unspaced>[${LETTER}&&${UNSPACED}]+)`, 'gv');

const IS_MARK = /^[\p{M}\p{Default_Ignorable_Code_Point}\uDC00-\uDFFF]/u;

export function piecesOf(text: string): Piece[] {
  return [...piecesIn(text)];
}

/** Cuts a text into its pieces one by one, so that a long text can give way to other work. */
export function* piecesIn(text: string): Generator<Piece> {
  for (const { 0: token, index: start } of text.matchAll(TOKENS)) {
    const end = start + token.length;
    if (isAscii(token)) yield { folded: cut(token.toLowerCase()), isUnspaced: false, start, end };
    else if (IS_PICTURE.test(token)) yield { folded: token, isUnspaced: false, start, end };
    else yield* piecesOfToken(token, start);
  }
}

/** Folds a token part by part. A piece that goes on in the next part stays one. */
function* piecesOfToken(token: string, start: number): Generator<Piece> {
  let last: Piece | null = null;
  for (let from = 0, to = 0; from < token.length; from = to) {
    to = endOfPart(token, from);
    let isFirst = true;
    for (const piece of foldedPieces(token.slice(from, to), start + from)) {
      const goesOn = isFirst && last?.end === piece.start && last.isUnspaced === piece.isUnspaced;
      isFirst = false;
      if (last !== null && goesOn) last = joined(last, piece);
      else {
        if (last !== null) yield last;
        last = piece;
      }
    }
  }
  if (last !== null) yield last;
}

/** Ends a part where no mark follows. */
function endOfPart(token: string, from: number): number {
  let end = from + FOLDED_AT_ONCE;
  while (end < token.length && end < from + 2 * FOLDED_AT_ONCE && IS_MARK.test(token.slice(end, end + 2)))
    end++;
  return Math.min(end, token.length);
}

function joined(before: Piece, { folded, isUnspaced, end }: Piece): Piece {
  const both = before.folded + folded;
  return { ...before, folded: isUnspaced ? both : cut(both), end };
}

function foldedPieces(part: string, start: number): Piece[] {
  const whole = { start, end: start + part.length };
  const folded = foldWord(part);
  // A fold that keeps the length changes letters one by one. After any other fold, the pieces have the place of the whole part.
  const isOneByOne = folded.length === part.length;
  return Array.from(folded.matchAll(WORD_OR_UNSPACED), ({ 0: text, index, groups }) => {
    const isUnspaced = groups?.['unspaced'] !== undefined;
    const place = isOneByOne ? { start: start + index, end: start + index + text.length } : whole;
    return { folded: isUnspaced ? text : cut(text), isUnspaced, ...place };
  });
}

/** Cuts a word to its first characters, and never a character into halves. */
function cut(word: string): string {
  return word.length <= MAX_WORD ? word : word.slice(0, MAX_WORD).replace(/[\uD800-\uDBFF]$/, '');
}

/** Lists what the index keeps of a text. In scripts without spaces each character has a word with the next one, and the last has one alone. */
export function indexedWords(text: string): IndexedWord[] {
  return [...indexedWordsIn(text)];
}

function* indexedWordsIn(text: string): Generator<IndexedWord> {
  let position = 0;
  for (const piece of piecesIn(text)) {
    if (!piece.isUnspaced)
      yield { word: piece.folded, position: ++position, start: piece.start, end: piece.end };
    else for (const pair of pairsOf(piece)) yield { ...pair, position: ++position };
  }
}

function* pairsOf({ folded, start, end }: Piece): Generator<Omit<IndexedWord, 'position'>> {
  const isOneByOne = folded.length === end - start;
  let from = start;
  for (let at = 0; at < folded.length;) {
    const character = characterAt(folded, at);
    at += character.length;
    const word = character + characterAt(folded, at);
    yield isOneByOne ? { word, start: from, end: from + word.length } : { word, start, end };
    from += character.length;
  }
}

/** Reads a whole character, which may have two halves; empty at the end. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/**
 * Lists what a query asks for when it has this text: the words of a phrase. They are those of a text, but in a script without spaces the text
 * may go on, so the last character has no word alone, unless it stands alone: then it begins one.
 */
export function searchedWords(text: string): SearchedWord[] {
  const words = indexedWords(text).map(({ word, position }) => ({ word, position, isPrefix: false }));
  const last = piecesOf(text).at(-1);
  const isUnspaced = last?.isUnspaced ?? false;
  const isAlone = isUnspaced && words.at(-1)?.word === last?.folded;
  const kept = isUnspaced && !isAlone ? words.slice(0, -1) : words;
  return kept.map((word, index) => ({
    ...word,
    isPrefix: isAlone && index === kept.length - 1,
    isUnspaced: isUnspaced && index === kept.length - 1,
  }));
}

/** Collects the words of a text with their places, up to the limits. */
class Vector {
  private readonly places = new Map<string, string[]>();
  private bytes = 0;
  private isFull = false;

  /** Adds the words of a part after `offset` in steps, and returns the position of its last word. */
  *add({ text, weight }: TextPart, offset: number): Generator<void, number> {
    const suffix = weight === 'D' ? '' : weight;
    let last = offset;
    for (const { word, position } of indexedWordsIn(text)) {
      if (this.isFull) return last;
      last = offset + position;
      this.put(word, `${last <= MAX_PHRASE_POSITION ? last : LAST_POSITION}${suffix}`);
      if (position % WORDS_OF_A_STEP === 0) yield;
    }
    return last;
  }

  private put(word: string, place: string): void {
    const places = this.places.get(word);
    if (places?.at(-1) === place || places?.length === MAX_PLACES) return;
    this.bytes += place.length + (places ? 1 : Buffer.byteLength(word) + 4);
    this.isFull = this.bytes > MAX_VECTOR_BYTES;
    if (this.isFull) return;
    if (places) places.push(place);
    else this.places.set(word, [place]);
  }

  toString(): string {
    return Array.from(this.places, ([word, places]) => `'${word}':${places.join()}`).join(' ');
  }
}

/** Makes the text form of a tsvector of all parts. No phrase spans two parts. Empty when no part has a word. */
export function wordsOf(parts: readonly TextPart[]): string {
  return inOneGo(wordsInSteps(parts));
}

/** Makes it in steps, between which other work can have its turn. */
export function* wordsInSteps(parts: readonly TextPart[]): Generator<void, string> {
  const vector = new Vector();
  let offset = 0;
  for (const part of parts) {
    const last = yield* vector.add(part, offset);
    offset = last === offset ? offset : last + GAP;
  }
  return vector.toString();
}

const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)(?:\s[^>]*)?\/?>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** Takes the text out of cleaned HTML. Block elements separate words; formatting inside a line does not. Attributes are no text. */
export function textOfHtml(html: string): string {
  const text = html.includes('<') ? html.replace(INLINE, '').replace(/<[^>]*>/g, '\n') : html;
  return text.includes('&') ? text.replace(ENTITY, decoded) : text;
}

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0x10ffff ? entity : String.fromCodePoint(code);
}
