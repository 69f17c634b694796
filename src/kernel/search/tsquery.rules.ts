import type { SearchTerm } from './query.rules.js';

/** Holds the terms of a query as texts of PostgreSQL's tsquery. A ticket must have each of `wanted` and none of `unwanted`. */
export interface SearchedTexts {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** A reader without the right to comments searches subjects and descriptions only. A customer searches comments without notes. */
export interface SearchRight {
  readonly withComments: boolean;
  readonly withoutNotes?: boolean;
}

/** Writes a term as a tsquery: `'ord':AB <1> '2024':AB <1> '0012':*AB`. A word has letters and digits only, so nothing needs escaping. */
export function tsqueryOf(
  { words, isSubject }: SearchTerm,
  { withComments, withoutNotes = false }: SearchRight,
): string {
  const ofComments = withoutNotes ? 'ABC' : '';
  const anywhere = withComments ? ofComments : 'AB';
  const weights = isSubject ? 'A' : anywhere;
  let before = words[0]?.position ?? 0;
  return words
    .map(({ word, position, isPrefix }, index) => {
      const label = `${isPrefix ? '*' : ''}${weights}`;
      const follows = index === 0 ? '' : ` <${position - before}> `;
      before = position;
      return `${follows}'${word}'${label && `:${label}`}`;
    })
    .join('');
}

/** Writes terms as one tsquery that any of them meets. */
export function anyOf(texts: readonly string[]): string {
  return texts.map((text) => `(${text})`).join(' | ');
}

export function searchedTexts(terms: readonly SearchTerm[], right: SearchRight): SearchedTexts {
  const written = (isOpposite: boolean): string[] =>
    terms.filter((term) => term.isOpposite === isOpposite).map((term) => tsqueryOf(term, right));
  return { wanted: written(false), unwanted: written(true) };
}
