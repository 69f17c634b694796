import { TRANSLATED_KINDS, type Translation } from './translator.rules.js';

/** How many different words are counted. */
const MAX_WORDS = 10_000;

/** One word of another system: its translation, for how many tickets, and the line where it stands first. */
export interface TalliedTranslation extends Translation {
  count: number;
  readonly line: number;
}

/** Counts the translations of a whole file. */
export class TranslationTally {
  private readonly words = new Map<string, TalliedTranslation>();

  add(translations: readonly Translation[], line: number): void {
    for (const translation of translations) {
      const key = `${translation.kind}\0${translation.from}`;
      const known = this.words.get(key);
      if (known) known.count += 1;
      else if (this.words.size < MAX_WORDS) this.words.set(key, { ...translation, count: 1, line });
    }
  }

  /** Words that have a counterpart or are left out on purpose. */
  get mapped(): readonly TalliedTranslation[] {
    return this.sorted.filter(({ to }) => to !== undefined);
  }

  get unmapped(): readonly TalliedTranslation[] {
    return this.sorted.filter(({ to }) => to === undefined);
  }

  private get sorted(): readonly TalliedTranslation[] {
    return [...this.words.values()].sort(
      (one, other) =>
        TRANSLATED_KINDS.indexOf(one.kind) - TRANSLATED_KINDS.indexOf(other.kind) || other.count - one.count,
    );
  }
}
