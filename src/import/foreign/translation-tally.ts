import { Tally, type Tallied } from '../own/tally.js';
import { TRANSLATED_KINDS, type Translation } from './translator.rules.js';

/** Each of the two lists has at most this number of different words. */
const MOST_WORDS = 10_000;

/** Counts words of another system. Those without a counterpart have a list of their own, which the others cannot fill. */
export class TranslationTally {
  private readonly known = new Tally<Translation>(MOST_WORDS);
  private readonly unknown = new Tally<Translation>(MOST_WORDS);

  add(translations: readonly Translation[], line: number): void {
    for (const translation of translations) {
      const words = translation.to === undefined ? this.unknown : this.known;
      words.count(`${translation.kind}\0${translation.from}`, translation, line);
    }
  }

  /** Lists the words that have a counterpart or are left out on purpose. */
  get mapped(): readonly Tallied<Translation>[] {
    return byKind(this.known.list);
  }

  get unmapped(): readonly Tallied<Translation>[] {
    return byKind(this.unknown.list);
  }
}

function byKind(words: readonly Tallied<Translation>[]): readonly Tallied<Translation>[] {
  return TRANSLATED_KINDS.flatMap((kind) => words.filter(({ item }) => item.kind === kind));
}
