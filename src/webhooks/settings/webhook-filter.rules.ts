import { checkLine, checkList, checkOneOf, checkUuid, type Check } from '../../kernel/checks.js';
import type { Problems } from '../../kernel/errors.js';
import type { CategoryId, GroupId, StatusId } from '../../kernel/ids.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { topCategory, unknownCategory } from '../../tickets/rules/category.rules.js';
import { PRIORITIES } from '../../tickets/rules/properties/stored-ticket.js';
import { MAX_CHANNEL_LENGTH } from '../../tickets/rules/properties/ticket-properties.js';
import { readTags } from '../../tickets/rules/ticket.rules.js';
import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type { StoredFilter } from '../entities/webhook.entity.js';

/** A list of a filter has at most this number of values. */
export const MAX_FILTER_VALUES = 100;

/** A filter as a request or a manifest sends it, in any shape. */
export type SentFilter = Readonly<Record<string, unknown>>;

/** A filter as answers show it, by the names on the wire. */
export type WebhookFilter = { readonly [Name in FilterName]?: readonly string[] };

/** The names and ids of a workspace that a filter may have. */
export interface FilterNames {
  readonly vocabulary: KnownVocabulary;
  readonly companies: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** A list without `stored` keeps its values as they were sent. */
interface ListFacts {
  readonly check?: Check;
  /** Finds what is kept for a value; undefined when the workspace has none of that name. */
  readonly stored?: (value: string, names: FilterNames) => string | undefined;
  readonly unknown?: (names: FilterNames) => string;
  /** Finds the present name of what is kept; undefined when it is gone. */
  readonly shown?: (kept: string, names: FilterNames) => string | undefined;
}

/** Ids may be written in either case. */
const idAmong =
  (known: 'companies' | 'members') =>
  (id: string, names: FilterNames): string | undefined =>
    names[known].has(id.toLowerCase()) ? id.toLowerCase() : undefined;

const LISTS = {
  status: {
    stored: (name, { vocabulary }) => vocabulary.statuses.get(name),
    unknown: ({ vocabulary }) => unknownAmong('is not the name of a status', vocabulary.statuses.keys()),
    shown: (id, { vocabulary }) => vocabulary.statusNames.get(id as StatusId),
  },
  group: {
    stored: (name, { vocabulary }) => vocabulary.groups.get(name),
    unknown: ({ vocabulary }) => unknownAmong('is not the name of a group', vocabulary.groups.keys()),
    shown: (id, { vocabulary }) => vocabulary.groupNames.get(id as GroupId),
  },
  tag: {},
  priority: { check: (value) => checkOneOf(value, PRIORITIES) },
  category: {
    stored: (name, { vocabulary }) => {
      const id = topCategory(name, vocabulary.categories);
      return id === null ? NO_CATEGORY : id;
    },
    unknown: ({ vocabulary }) => unknownCategory(vocabulary.categories),
    shown: (id, { vocabulary }) => (id === NO_CATEGORY ? id : vocabulary.categoryNames.get(id as CategoryId)),
  },
  company_id: {
    check: checkUuid,
    stored: idAmong('companies'),
    unknown: () => 'is not the id of a company',
  },
  channel: { check: (value) => checkLine(value, { max: MAX_CHANNEL_LENGTH, blank: 'refused' }) },
  mentions: {
    check: checkUuid,
    stored: idAmong('members'),
    unknown: () => 'is not the id of a team member',
  },
} as const satisfies Readonly<Record<string, ListFacts>>;

export type FilterName = keyof typeof LISTS;
export const FILTER_NAMES = Object.keys(LISTS) as readonly FilterName[];

const factsOf = (name: FilterName): ListFacts => LISTS[name];

/** Lists the ids of companies and members that a filter names, of right ones only. */
export function idsIn(sent: SentFilter): Readonly<Record<'companies' | 'members', readonly string[]>> {
  const ids = (list: unknown): string[] =>
    Array.isArray(list) && list.length <= MAX_FILTER_VALUES
      ? list.filter((id): id is string => checkUuid(id) === null)
      : [];
  return { companies: ids(sent['company_id']), members: ids(sent['mentions']) };
}

/** Reads a filter; each problem has the path of its value below `path`, such as `filter.status[0]`. @returns what is kept of it */
export function readFilter(
  sent: SentFilter,
  names: FilterNames,
  problems: Problems,
  path: string,
): StoredFilter {
  for (const name of Object.keys(sent))
    if (!Object.hasOwn(LISTS, name)) problems.add(`${path}.${name}`, 'is not a known property');
  const named = FILTER_NAMES.filter((name) => sent[name] !== undefined);
  if (named.length === 0) problems.add(path, `must name one of ${FILTER_NAMES.join(', ')}`);
  return Object.fromEntries(
    named.map((name) => [name, readList(name, sent[name], names, problems, `${path}.${name}`)]),
  );
}

function readList(
  name: FilterName,
  sent: unknown,
  names: FilterNames,
  problems: Problems,
  path: string,
): readonly string[] {
  const problem = checkList(sent, { min: 1, max: MAX_FILTER_VALUES, of: 'strings' });
  if (problem !== null) {
    problems.add(path, problem);
    return [];
  }
  const values = sent as readonly unknown[];
  if (name === 'tag') return readTags(values, problems, path);
  const kept = values.flatMap((value, index) => readValue(name, value, names, problems, `${path}[${index}]`));
  if (new Set(kept).size < kept.length) problems.add(path, 'must name each value once');
  return kept;
}

function readValue(
  name: FilterName,
  value: unknown,
  names: FilterNames,
  problems: Problems,
  path: string,
): string[] {
  const { check, stored = (sent) => sent, unknown = () => '' } = factsOf(name);
  const problem = typeof value === 'string' ? (check?.(value) ?? null) : 'must be a string';
  if (problem !== null) {
    problems.add(path, problem);
    return [];
  }
  const kept = stored(value as string, names);
  if (kept === undefined) problems.add(path, unknown(names));
  return kept === undefined ? [] : [kept];
}

/** Shows a filter by the names of this moment. A value whose name is gone shows its id: it matches nothing new. */
export function shownFilter(filter: StoredFilter, names: Pick<FilterNames, 'vocabulary'>): WebhookFilter {
  const lists = FILTER_NAMES.filter((name) => filter[name] !== undefined).map((name) => {
    const { shown = () => undefined } = factsOf(name);
    return [name, filter[name]?.map((kept) => shown(kept, names as FilterNames) ?? kept)];
  });
  return Object.fromEntries(lists) as WebhookFilter;
}

/** Refuses mentions for a webhook that gets no events of notes, because it would get none of them. */
export function refuseUnheardMentions(
  filter: StoredFilter | null,
  includesNotes: boolean,
  problems: Problems,
): void {
  if (filter?.['mentions'] !== undefined && !includesNotes)
    problems.add('filter.mentions', 'needs include_notes, because only notes mention members');
}
