import { Injectable } from '@nestjs/common';
import { Turns, type Steps } from '../../kernel/steps.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { SearchTerm } from '../../kernel/search/query.rules.js';
import { anyOf, searchedTexts, type SearchRight } from '../../kernel/search/tsquery.rules.js';
import { textOfHtml } from '../../kernel/search/words.rules.js';
import { MAX_MATCHES, type MatchesByTicket, type TextMatch } from '../../tickets/read/text-search.js';
import { SearchMatches, type FoundText } from './search-matches.repository.js';
import { snippetOf } from './snippets.rules.js';

/** One statement reads the texts of at most this number of tickets, because the texts may be long. */
const TICKETS_AT_ONCE = 10;

@Injectable()
export class TextMatchesService {
  constructor(private readonly texts: SearchMatches) {}

  /** Finds texts as `TextSearch` describes it. */
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
