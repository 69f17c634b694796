import { Injectable } from '@nestjs/common';
import type { CommentId } from '../../kernel/ids.js';
import type { SearchTerm } from '../../kernel/search/query.rules.js';
import type { SearchRight } from '../../kernel/search/tsquery.rules.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';

/** A ticket shows at most this number of found texts. */
export const MAX_MATCHES = 3;

/** Shows where words of a search occur: in a comment, or else in the subject or the description of the ticket. */
export interface TextMatch {
  readonly commentId: CommentId | null;
  readonly commentType: 'reply' | 'note' | null;
  /** HTML: found words are in `<mark>`, all else is escaped. */
  readonly snippet: string;
}

/** Has the matches of tickets by their numbers. */
export type MatchesByTicket = ReadonlyMap<number, readonly TextMatch[]>;

/** Searches the texts of tickets. The composition sets the functions: the room of search is above tickets and their comments. */
@Injectable()
export class TextSearch {
  /** Indexes what was written before the call, unless that is too much for one search. @returns whether nothing is left of it */
  prepare: (scope: TenantScope) => Promise<boolean> = notLoaded;

  /** Finds the first texts of each ticket that have one of the wanted terms, in order. */
  matches: (
    scope: TenantScope,
    numbers: readonly number[],
    terms: readonly SearchTerm[],
    right: SearchRight,
  ) => Promise<MatchesByTicket> = notLoaded;
}

function notLoaded(): Promise<never> {
  return Promise.reject(new Error('No search is loaded.'));
}
