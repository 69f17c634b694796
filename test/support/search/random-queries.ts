// Queries of which it is known what they want, made of words that tickets have.
import { foldedByHand, marked, type WantedWords } from './brute-force.js';
import type { Picker, ScriptedTicket } from './many-scripts.js';

/** A query as a client writes it, and what it means. */
export interface MeantQuery {
  readonly q: string;
  readonly wanted: readonly WantedWords[];
  readonly filters: readonly { readonly name: string; readonly value: string; readonly isNegated: boolean }[];
}

interface Term {
  readonly text: string;
  readonly words?: WantedWords;
  readonly filter?: MeantQuery['filters'][number];
  /** Whether it counts as a prefix when it stands last. */
  readonly isPlain?: boolean;
}

const pick = <T>(random: Picker, items: readonly T[]): T => items[random(items.length)] as T;
const MOST_TERMS = 4;
const PREFIX_FROM = 3;

/** Whether PostgreSQL has no words of it but pairs of letters. */
const isDense = (text: string): boolean => marked(text).endsWith('\u0004');
const lengthOfLast = (text: string): number =>
  Array.from(/[^\u0001-\u0004]*(?=[\u0002\u0004]$)/.exec(marked(text))?.[0] ?? '').length;

/** Another spelling of the same words. */
function respelled(random: Picker, text: string): string {
  return pick(random, [
    text,
    text,
    text.toUpperCase(),
    text.normalize('NFD'),
    text.toLowerCase(),
    foldedByHand(text),
  ]);
}

const pieces = (text: string): string[] =>
  text.split(/[\s,()]+|\.(?=\s|$)|(?:^|\s)-(?=\s|$)/).filter((piece) => marked(piece) !== '');

/** One or several pieces of a text of the ticket that follow each other. */
function taken(random: Picker, ticket: ScriptedTicket, most: number, subjectOnly = false): string {
  const texts = subjectOnly ? ticket.texts.slice(0, 1) : ticket.texts;
  const all = pieces(pick(random, texts).plain);
  const [from, length] = [random(all.length), 1 + random(most)];
  return all.slice(from, from + length).join(' ') || 'nothing';
}

/** A part of a run without spaces, the beginning of a word, or a part of what has several. */
function partOf(random: Picker, piece: string): string {
  const letters = Array.from(piece);
  if (!isDense(piece))
    return (
      pick(
        random,
        piece.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== ''),
      ) || piece
    );
  const from = random(letters.length);
  return letters.slice(from, from + 1 + random(4)).join('');
}

type Maker = (random: Picker, ticket: ScriptedTicket) => Term;

const word: Maker = (random, ticket) => {
  const text = respelled(random, taken(random, ticket, 1));
  return { text, words: { words: text }, isPlain: !isDense(text) && lengthOfLast(text) >= PREFIX_FROM };
};
const part: Maker = (random, ticket) => {
  const text = partOf(random, taken(random, ticket, 1));
  return { text, words: { words: text }, isPlain: !isDense(text) && lengthOfLast(text) >= PREFIX_FROM };
};
const phrase: Maker = (random, ticket) => {
  const words = respelled(random, taken(random, ticket, 3));
  return { text: `"${words}"`, words: { words } };
};
const prefix: Maker = (random, ticket) => {
  const words = Array.from(respelled(random, taken(random, ticket, 1)))
    .slice(0, 2 + random(5))
    .join('');
  return { text: `${words}*`, words: { words, isPrefix: true } };
};
const ofSubject: Maker = (random, ticket) => {
  const words = taken(random, ticket, 2, true);
  return { text: `subject:"${words}"`, words: { words, isOfSubject: true } };
};
const without: Maker = (random, ticket) => {
  const { text, words } = pick(random, [part, word, phrase, prefix, ofSubject])(random, ticket);
  return { text: `-${text}`, ...(words && { words: { ...words, isNegated: true } }) };
};
const filter: Maker = (random, { properties }) => {
  const [name, value] = pick(random, Object.entries(properties));
  const isNegated = random(3) === 0;
  const shown = value.includes(' ') || random(4) === 0 ? `"${value}"` : value;
  return { text: `${isNegated ? '-' : ''}${name}:${shown}`, filter: { name, value, isNegated } };
};

const MAKERS: readonly Maker[] = [
  word,
  word,
  word,
  part,
  part,
  phrase,
  phrase,
  prefix,
  ofSubject,
  without,
  filter,
];

/** Most terms come from one ticket, so that something is found. */
export function aMeantQuery(random: Picker, tickets: readonly ScriptedTicket[]): MeantQuery {
  const home = pick(random, tickets);
  const terms = Array.from({ length: 1 + random(MOST_TERMS) }, () =>
    pick(random, MAKERS)(random, random(4) === 0 ? pick(random, tickets) : home),
  );
  const last = terms.at(-1);
  return {
    q: terms.map(({ text }) => text).join(pick(random, [' ', '  ', '\n', ' \0'])),
    wanted: terms.flatMap((term) =>
      term.words ? [term === last && term.isPlain ? { ...term.words, isPrefix: true } : term.words] : [],
    ),
    filters: terms.flatMap((term) => term.filter ?? []),
  };
}
