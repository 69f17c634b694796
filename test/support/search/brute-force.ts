// What a search must find, by looking at every text. It shares no code with the service, and works in another way: a text is one string of
// marked words, in which a term is looked for.

/** The place of a text in its ticket. */
export type Kind = 'subject' | 'description' | 'reply' | 'note';

/** A ticket as the brute force sees it. Its texts have no HTML. */
export interface SearchedTicket {
  readonly number: number;
  readonly texts: readonly { readonly kind: Kind; readonly plain: string }[];
}

/** Words that follow each other in one text. */
export interface WantedWords {
  readonly words: string;
  /** Whether the last word may go on. */
  readonly isPrefix?: boolean;
  readonly isNegated?: boolean;
  readonly isOfSubject?: boolean;
}

const [WORD, ENDS, RUN, RUN_ENDS] = ['\u0001', '\u0002', '\u0003', '\u0004'];

/** Signs that change how a letter is said, of Latin, Greek and Cyrillic, Hebrew, Arabic. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ı: 'i', ß: 'ss', ς: 'σ' },
};
/** Han, Hiragana, Katakana, Thai, Lao, Burmese, Khmer. */
const WITHOUT_SPACES =
  /[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u103f\u1780-\u17d3]/;

/** One spelling for all that are compared as equal. */
export function foldedByHand(text: string): string {
  const bare = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return Array.from(bare.toLowerCase())
    .map((letter) => LETTERS[letter] ?? letter)
    .join('');
}

/** The words of a text, each with marks around it; the run of a script without spaces has marks of its own. */
export function marked(text: string): string {
  const runs = foldedByHand(text).match(/\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.flatMap((run) => partsOf(run)).join('');
}

function partsOf(run: string): string[] {
  const parts: string[] = [];
  let isDense: boolean | null = null;
  for (const letter of run) {
    const now = WITHOUT_SPACES.test(letter);
    if (now === isDense) parts.push(`${parts.pop() ?? ''}${letter}`);
    else parts.push(letter);
    isDense = now;
  }
  return parts.map((part) =>
    WITHOUT_SPACES.test(part)
      ? `${RUN}${part}${RUN_ENDS}`
      : `${WORD}${Array.from(part).slice(0, 200).join('')}${ENDS}`,
  );
}

/** The string to look for; null for a term without a word, which is no condition. */
function needleOf({ words, isPrefix }: WantedWords): string | null {
  const all = marked(words);
  if (all === '') return null;
  const begun = all.startsWith(RUN) ? all.slice(RUN.length) : all;
  if (begun.endsWith(RUN_ENDS)) return begun.slice(0, -RUN_ENDS.length);
  return isPrefix ? begun.slice(0, -ENDS.length) : begun;
}

/** Finds tickets by looking at each text. */
export class BruteForce {
  private readonly tickets: readonly { number: number; texts: readonly { kind: Kind; words: string }[] }[];

  constructor(tickets: readonly SearchedTicket[]) {
    this.tickets = tickets.map(({ number, texts }) => ({
      number,
      texts: texts.map(({ kind, plain }) => ({ kind, words: marked(plain) })),
    }));
  }

  /** The numbers of the tickets that have all of it. */
  find(wanted: readonly WantedWords[], withComments = true): Set<number> {
    const conditions = wanted.flatMap((one) => {
      const needle = needleOf(one);
      return needle === null ? [] : [{ ...one, needle }];
    });
    const readable = (kind: Kind, isOfSubject = false): boolean =>
      isOfSubject ? kind === 'subject' : withComments || kind === 'subject' || kind === 'description';
    const holds = ({ needle, isNegated = false, isOfSubject }: (typeof conditions)[number], at: number) =>
      this.tickets[at]?.texts.some(
        ({ kind, words }) => readable(kind, isOfSubject) && words.includes(needle),
      ) !== isNegated;
    return new Set(
      this.tickets.flatMap(({ number }, at) => (conditions.every((one) => holds(one, at)) ? [number] : [])),
    );
  }
}
