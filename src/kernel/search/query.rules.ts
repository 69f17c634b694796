import { searchedWords, type SearchedWord } from './words.rules.js';

/** A query has at most this number of characters. */
export const MAX_SEARCH_LENGTH = 1_000;
/** A query has at most this number of words, phrases and filters together. */
export const MAX_TERMS = 32;
/** The last word of a query finds longer words when it has at least this number of letters. */
const MIN_PREFIX = 3;

/** Asks for a word or a phrase, which must be in one text. */
export interface SearchTerm {
  /** At least one. Several are a phrase. */
  readonly words: readonly SearchedWord[];
  /** True when no text of a ticket may have it. */
  readonly isOpposite: boolean;
  /** True when it must be in the subject. */
  readonly isSubject: boolean;
}

/** A condition as `name:value`. The list knows what it means. */
export interface SearchFilter {
  readonly name: string;
  readonly value: string;
  readonly isOpposite: boolean;
}

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  readonly filters: readonly SearchFilter[];
}

/** Reads queries. Everything that is no phrase and names no filter is a word, so no query is malformed. */
export class SearchLanguage {
  private readonly tokens: RegExp;

  /** @param names the names that have a meaning before a colon: those of filters, and `subject` where a word can be limited to the subject */
  constructor(names: readonly string[]) {
    const named = String.raw`(?<name>${names.join('|')}):(?:"(?<quoted>[^"]*)"?|(?<value>[^\s\0"]+))`;
    this.tokens = new RegExp(
      String.raw`(?<minus>-*)(?:"(?<phrase>[^"]*)"?|${named}|(?<word>[^\s\0"]+))`,
      'g',
    );
  }

  read(query: string): SearchQuery {
    const found = Array.from(query.matchAll(this.tokens), ({ groups }) => tokenOf(groups as Groups));
    const tokens = found.filter((token) => isFilter(token) || token.words.length > 0);
    const last = tokens.length - 1;
    const read = tokens.map((token, index) => (index === last ? withPrefix(token) : token));
    return {
      filters: read.filter(isFilter),
      terms: read.flatMap((token) => (isFilter(token) ? [] : [token])),
    };
  }

  /** Says what is wrong with the size of a query, or null. */
  check(query: unknown): string | null {
    if (typeof query !== 'string') return 'must be a string';
    if (Array.from(query).length > MAX_SEARCH_LENGTH)
      return `must have at most ${MAX_SEARCH_LENGTH} characters`;
    const { terms, filters } = this.read(query);
    return terms.length + filters.length > MAX_TERMS
      ? `must have at most ${MAX_TERMS} words, phrases and filters`
      : null;
  }
}

/** The pattern finds these parts of a word, phrase or filter. Each has the name of its group. */
type Groups = Readonly<Record<'minus' | 'phrase' | 'name' | 'quoted' | 'value' | 'word', string | undefined>>;

/** A word that stands alone can become a prefix. */
type Token = SearchFilter | (SearchTerm & { readonly isPlainWord: boolean });

const isFilter = (token: Token): token is SearchFilter => 'name' in token;

function tokenOf({ minus, phrase, name, quoted, value, word }: Groups): Token {
  const isOpposite = minus !== '';
  if (name !== undefined && name !== 'subject') return { name, value: quoted ?? value ?? '', isOpposite };
  const isSubject = name === 'subject';
  const plain = value ?? word;
  const words = plain === undefined ? searchedWords(phrase ?? quoted ?? '') : wordsOfPlain(plain);
  return { words, isOpposite, isSubject, isPlainWord: word !== undefined && !isOpposite };
}

/** Reads a word, or several without spaces between them, such as `ORD-2024-0012`. A star after them makes the last one a prefix. */
function wordsOfPlain(text: string): SearchedWord[] {
  const words = searchedWords(text);
  return text.endsWith('*') ? endingInPrefix(words, 1) : words;
}

/** Makes a prefix of the last word of a query, which may not be typed to its end. */
function withPrefix(token: Token): Token {
  if (isFilter(token) || !token.isPlainWord) return token;
  return { ...token, words: endingInPrefix(token.words, MIN_PREFIX) };
}

function endingInPrefix(words: readonly SearchedWord[], min: number): SearchedWord[] {
  const last = words.length - 1;
  return words.map((word, index) =>
    index === last && canBePrefix(word, min) ? { ...word, isPrefix: true } : word,
  );
}

/** In a script without spaces every word of a query finds longer ones already. */
function canBePrefix({ word, isUnspaced }: SearchedWord, min: number): boolean {
  return !isUnspaced && Array.from(word).length >= min;
}
