import { Tally, type Tallied } from '../own/tally.js';
import { TRANSLATED_KINDS, type Translation } from './translator.rules.js';

export class TranslationTally extends Tally<Translation> {
  constructor() {
    super(10_000);
  }

  add(translations: readonly Translation[], line: number): void {
    for (const translation of translations)
      this.count(`${translation.kind}\0${translation.from}`, translation, line);
  }

  /** Lists the words that have a counterpart or are left out on purpose. */
  get mapped(): readonly Tallied<Translation>[] {
    return this.sorted.filter(({ item }) => item.to !== undefined);
  }

  get unmapped(): readonly Tallied<Translation>[] {
    return this.sorted.filter(({ item }) => item.to === undefined);
  }

  private get sorted(): readonly Tallied<Translation>[] {
    return TRANSLATED_KINDS.flatMap((kind) => this.list.filter(({ item }) => item.kind === kind));
  }
}
