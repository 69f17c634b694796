import { CheckedInputPipe } from '../../platform/http/requests/checked-input.js';
import type { Checked } from '../../kernel/errors.js';
import type { SearchRight } from '../../kernel/search/tsquery.rules.js';
import { groupsOf, problemOfSearch, type SearchingQuery } from '../read/ticket-search.rules.js';
import { ListTicketsQuery, SEARCH_LANGUAGE, type SearchTicketsQuery } from './dto/tickets.query.js';

const FILTERS = new CheckedInputPipe(ListTicketsQuery, 'ignored');

/** Reads `q`. Its filters are checked as the parameters of the list are, and their problems are those of `q`. */
export async function readSearch(
  { value: query, problems }: Checked<SearchTicketsQuery>,
  right: SearchRight,
): Promise<Checked<SearchingQuery>> {
  const { terms, filters } = SEARCH_LANGUAGE.read(query.q ?? '');
  const groups = await Promise.all(
    groupsOf(filters).map(async (group) => ({ ...group, ...(await FILTERS.transform(group.query)) })),
  );
  return {
    value: {
      ...{ query, terms, wantsMatches: query.include !== undefined, withComments: right.withComments },
      groups: groups.map(({ value, isOpposite }) => ({ query: value, isOpposite })),
    },
    problems: [...problems, ...groups.flatMap((group) => group.problems.map(problemOfSearch))],
  };
}
