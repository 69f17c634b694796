import type { Request } from 'express';
import { en, type FormTexts } from './en.js';

/** All languages. The first one serves readers who prefer none of them. */
const LANGUAGES: readonly FormTexts[] = [en];

export const isTranslated = LANGUAGES.length > 1;

/** Finds the texts in the language that the reader's browser prefers (`Accept-Language`). */
export function textsFor(request: Pick<Request, 'acceptsLanguages'>, languages = LANGUAGES): FormTexts {
  const wanted = request.acceptsLanguages(languages.map(({ language }) => language));
  return languages.find(({ language }) => language === wanted) ?? languages[0] ?? en;
}
