import type { Request } from 'express';
import { en, type FormTexts } from './en.js';

/** All languages. The first one is for those who speak none of them. */
const LANGUAGES: readonly FormTexts[] = [en];

/** Whether pages differ by the language of their reader. */
export const isTranslated = LANGUAGES.length > 1;

/** The texts in the language that the reader's browser prefers (`Accept-Language`). */
export function textsFor(request: Pick<Request, 'acceptsLanguages'>, languages = LANGUAGES): FormTexts {
  const wanted = request.acceptsLanguages(languages.map(({ language }) => language));
  return languages.find(({ language }) => language === wanted) ?? languages[0] ?? en;
}
