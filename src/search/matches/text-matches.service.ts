import { Injectable } from '@nestjs/common';
import type { CommentId } from '../../kernel/ids.js';
import { Turns, type Steps } from '../../kernel/steps.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { SearchTerm } from '../query/query.rules.js';
import { anyOf, searchedTexts, type SearchRight } from '../query/tsquery.rules.js';
import { textOfHtml } from '../words/words.rules.js';
import { SearchMatches, type FoundText } from './search-matches.repository.js';
import { MAX_MATCHES, snippetOf } from './snippets.rules.js';

/** One statement reads the texts of at most this number of tickets, because the texts may be long. */
const TICKETS_AT_ONCE = 10;

/** Shows where words of a search stand: in a comment, or else in the subject or the description of the ticket. */
export interface TextMatch {
  readonly commentId: CommentId | null;
  readonly commentType: 'reply' | 'note' | null;
  /** HTML: found words are in `<mark>`, all else is escaped. */
  readonly snippet: string;
}

/** Has the matches of tickets by their numbers. */
export type MatchesByTicket = ReadonlyMap<number, readonly TextMatch[]>;

/** Shows the words of a search in their texts. */
@Injectable()
export class TextMatches {
  constructor(private readonly texts: SearchMatches) {}

  /** Finds the first texts of each ticket in which one of the wanted terms stands, in order. */
  async of(
    scope: TenantScope,
    numbers: readonly number[],
    terms: readonly SearchTerm[],
    right: SearchRight,
  ): Promise<MatchesByTicket> {
    const matches = new Map<number, TextMatch[]>();
    const asked = terms.filter(({ isOpposite }) => !isOpposite);
    if (asked.length === 0) return matches;
    const words = anyOf(searchedTexts(asked, right).wanted);
    const turns = new Turns();
    for (let start = 0; start < numbers.length; start += TICKETS_AT_ONCE) {
      const some = numbers.slice(start, start + TICKETS_AT_ONCE);
      for (const text of await this.texts.find(scope, some, words, MAX_MATCHES)) {
        const others = matches.get(text.ticketNumber) ?? [];
        matches.set(text.ticketNumber, [...others, await turns.do(toMatch(text, asked))]);
      }
    }
    return matches;
  }
}

function* toMatch(found: FoundText, terms: readonly SearchTerm[]): Steps<TextMatch> {
  const { commentId, commentType, subject, html } = found;
  const ofSubject = subject === null ? [] : [{ text: subject, terms }];
  const elsewhere = terms.filter(({ isSubject }) => !isSubject);
  const snippet = yield* snippetOf([...ofSubject, { text: textOfHtml(html), terms: elsewhere }]);
  return { commentId, commentType, snippet };
}
