import type { SearchFilter, SearchTerm } from '../../kernel/search/query.rules.js';
import { searchedTexts, type SearchedTexts, type SearchRight } from '../../kernel/search/tsquery.rules.js';
import { Problems, type FieldProblem } from '../../kernel/errors.js';
import {
  filterOf,
  usesDays,
  usesNames,
  type FilterNames,
  type ListClock,
  type TicketFilter,
  type TicketQuery,
} from './ticket-filter.rules.js';
import type { VisibleTo } from './visible-tickets.sql.js';

/** Filters in `q` that belong together: one, or a field with its value, or a range with its days. */
export interface FilterGroup<Query = TicketQuery> {
  readonly query: Query;
  /** True when no ticket of the list may meet it. */
  readonly isOpposite: boolean;
}

/** Asks for a list by parameters and by what `q` says. */
export interface SearchingQuery extends SearchRight {
  readonly query: TicketQuery;
  readonly terms: readonly SearchTerm[];
  readonly groups: readonly FilterGroup[];
  /** True when the answer shows where the words occur. */
  readonly wantsMatches: boolean;
  /** Set for a list that a customer sees. */
  readonly visibleTo?: VisibleTo;
}

/** Asks for a list by parameters alone. */
export const withoutSearch = (query: TicketQuery): SearchingQuery => ({
  ...{ query, terms: [], groups: [] },
  ...{ withComments: false, wantsMatches: false },
});

/** All of this must hold for a ticket of a list. */
export interface TicketConditions {
  readonly filter: TicketFilter;
  /** Holds further filters, which have conditions of the kinds that `filter` has. */
  readonly also: readonly TicketFilter[];
  /** No ticket of the list meets one of these. */
  readonly opposites: readonly TicketFilter[];
  /** Null when the list is not searched for words. */
  readonly words: SearchedTexts | null;
}

const TOGETHER: readonly (readonly string[])[] = [
  ['field_name', 'field_value'],
  ['range_type', 'start_date', 'end_date'],
];

/** Puts together what belongs together. A name that comes again begins another group. */
export function groupsOf(filters: readonly SearchFilter[]): FilterGroup<Record<string, string>>[] {
  const groups: FilterGroup<Record<string, string>>[] = [];
  for (const { name, value, isOpposite } of filters) {
    const kin = TOGETHER.find((names) => names.includes(name)) ?? [];
    const open = groups.find(
      (group) =>
        group.isOpposite === isOpposite && !(name in group.query) && kin.some((each) => each in group.query),
    );
    if (open) open.query[name] = value;
    else groups.push({ query: { [name]: value }, isOpposite });
  }
  return groups;
}

/** Turns a problem of a filter into one of `q`. */
export const problemOfSearch = ({ path, message }: FieldProblem): FieldProblem => ({
  path: 'q',
  message: `is wrong at ${path}: ${message}`,
});

export function searchUsesNames({ query, groups }: SearchingQuery): boolean {
  return usesNames(query) || groups.some((group) => usesNames(group.query));
}

export function searchUsesDays({ query, groups }: SearchingQuery): boolean {
  return usesDays(query) || groups.some((group) => usesDays(group.query));
}

/** Reads all conditions. A filter of `q` whose parameter is not set counts as that parameter. */
export function searchConditions(
  { query, terms, groups, visibleTo, ...right }: SearchingQuery,
  names: FilterNames,
  clock: ListClock,
  problems: Problems,
  deskNow = clock.now,
): TicketConditions {
  const filter = {
    ...filterOf(query, names, clock, problems, deskNow),
    ...(visibleTo && { visibleTo }),
  };
  const [wanted, opposites] = [false, true].map((isOpposite) =>
    groups
      .filter((group) => group.isOpposite === isOpposite)
      .map((group) => filterOfGroup(group, names, { clock, deskNow }, problems)),
  ) as [TicketFilter[], TicketFilter[]];
  return {
    ...merged(filter, wanted),
    opposites,
    words: terms.length === 0 ? null : searchedTexts(terms, right),
  };
}

function filterOfGroup(
  { query }: FilterGroup,
  names: FilterNames,
  { clock, deskNow }: { readonly clock: ListClock; readonly deskNow: Date },
  problems: Problems,
): TicketFilter {
  const own = new Problems();
  const filter = filterOf(query, names, clock, own, deskNow);
  for (const { path, message } of own.passedOn.map(problemOfSearch)) problems.add(path, message);
  return filter;
}

/** Adds filters to the first one, unless it has a condition of the kind: then both must hold. */
function merged(
  first: TicketFilter,
  others: readonly TicketFilter[],
): Pick<TicketConditions, 'filter' | 'also'> {
  const also: TicketFilter[] = [];
  let filter = first;
  for (const other of others) {
    if (Object.keys(other).some((name) => name in filter)) also.push(other);
    else filter = { ...filter, ...other };
  }
  return { filter, also };
}
