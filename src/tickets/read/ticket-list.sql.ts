import {
  composedTenantStatement,
  onPrimary,
  plannedEachTime,
  plannedOnce,
  plannedOnceInTime,
  preparedNever,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { anyOf, type SearchedTexts } from '../../kernel/search/tsquery.rules.js';
import { offsetOf, type PageRequest } from '../../kernel/page.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { PEOPLE, columnsOfTicket, WEIGHT } from './ticket.sql.js';
import {
  anyPage,
  changedPage,
  firstPage,
  MOST_BEFORE_FIRST_PAGES,
  PAGE_OF_SLICE,
  totals,
  type KeptList,
  type PageParts,
} from './ticket-page.sql.js';
import { allConditionsOf, memberOf, StatementValues } from './ticket-conditions.sql.js';
import type { TicketFilter, TicketOrder } from './ticket-filter.rules.js';
import type { TicketConditions } from './ticket-search.rules.js';

export interface ListStatement {
  readonly statement: Statement;
  /** Has the values behind the workspace, except the last one: how many bytes of texts may come. */
  readonly values: readonly unknown[];
}

/** Selects a page of tickets with the total in every row; one row with a null id when the page is empty. */
export function listStatement(
  conditions: TicketConditions,
  order: TicketOrder,
  request: PageRequest,
): ListStatement {
  const list = keptList(conditions);
  const offset = offsetOf(request);
  const parts = list === null ? null : partsOf(list, order, offset);
  const { statement, values } =
    list === null || parts === null ? otherList(conditions, order, list) : countedList(list, parts, order);
  return { statement, values: [...values, request.size, offset] };
}

const ALL = { list: 'tickets', table: 'tickets', column: 'status_id', wanted: [], values: [] } as const;

/** Finds the list with a kept total for a filter of at most one condition; null for all other conditions. */
function keptList({ filter, also, opposites, words }: TicketConditions): KeptList | null {
  if (also.length > 0 || opposites.length > 0 || words !== null) return null;
  return keptListOf(filter);
}

function keptListOf(filter: TicketFilter): KeptList | null {
  const { statusIds = [], assigneeId, assigneeEmailKey, tag, ...others } = filter;
  if (Object.keys(filter).length > 1 || Object.keys(others).length > 0) return null;
  if (assigneeId !== undefined) return listOfAssignee('$2::uuid', assigneeId);
  if (assigneeEmailKey !== undefined) return listOfAssignee(memberOf('$2'), assigneeEmailKey);
  if (tag !== undefined)
    return {
      ...{ list: 'tickets.tag', table: 'ticket_tag_index', column: 'tag_key' },
      ...{ wanted: ['ticket_tag_key($2)'], values: [tag] },
    };
  const values = [...new Set(statusIds)];
  const wanted = values.map((_id, index) => `$${index + 2}::uuid`);
  return values.length === 0 ? ALL : { ...ALL, list: 'tickets.status', wanted, values };
}

const listOfAssignee = (wanted: string, value: string): KeptList => ({
  ...{ list: 'tickets.assignee', table: 'tickets', column: 'assignee_id', wanted: [wanted], values: [value] },
});

/** Chunks are counted by status only. */
const isInChunks = ({ list }: KeptList): boolean => list === 'tickets' || list === 'tickets.status';

/** Chooses how a page is found; null when it is found as in a list without a kept total. */
function partsOf(list: KeptList, { by }: TicketOrder, offset: number): PageParts | null {
  if (by === 'createdAt' && offset <= MOST_BEFORE_FIRST_PAGES) return firstPage;
  if (!isInChunks(list)) return null;
  return by === 'updatedAt' ? changedPage : anyPage;
}

function countedList(list: KeptList, parts: PageParts, order: TicketOrder): ListStatement {
  const form = `${parts.name} ${list.list} ${list.wanted.join()} ${order.direction}`;
  const statement = countedStatements.get(form) ?? countedStatement(list, parts, order);
  countedStatements.set(form, statement);
  return { statement, values: list.values };
}

/** Keeps statements by kind of page, list and direction. */
const countedStatements = new Map<string, Statement>();

/** A list sorted by the last change is planned for its values: how far it is to the page decides what is fastest. */
function countedStatement(list: KeptList, parts: PageParts, order: TicketOrder): Statement {
  const plannedForAll = isInChunks(list) ? plannedOnce : plannedOnceInTime;
  const planned = parts === changedPage ? plannedEachTime : plannedForAll;
  return planned(
    composedTenantStatement(
      'tickets.list_counted',
      `WITH ${parts(list, order.direction)}, ${WEIGHT_OF_PAGE}
       SELECT total.tickets AS "totalRecords", waiting.changes AS "waitingChanges", ${SHOWN_WEIGHT}, ${VOCABULARY_VERSION}, shown.*
       FROM total CROSS JOIN waiting CROSS JOIN weight
       LEFT JOIN ${shownPage(sortedBy(order), list.values.length + 4)} ON true`,
    ),
  );
}

function otherList(conditions: TicketConditions, order: TicketOrder, kept: KeptList | null): ListStatement {
  const { words } = conditions;
  return words === null || words.wanted.length === 0
    ? plainList(conditions, order, kept)
    : searchedList(conditions, words, order);
}

/**
 * Any other list skips the tickets before the page, and counts all of its tickets unless its total is kept. It is planned anew for the
 * values of each run, because one value can find few tickets and another a quarter of all.
 */
function plainList(asked: TicketConditions, order: TicketOrder, kept: KeptList | null): ListStatement {
  const values = new StatementValues();
  const conditions = allConditionsOf(asked, values);
  const unwanted = asked.words?.unwanted.length
    ? searchTickets([anyOf(asked.words.unwanted)], [], values)
    : null;
  const texts = [
    ...conditions.map(({ text }) => text),
    ...(unwanted === null ? [] : ['t.number NOT IN (SELECT number FROM unwanted)']),
  ];
  const where = ['t.workspace_id = $1', ...texts].join(' AND ');
  const counted =
    (texts.length === 1 && conditions[0]?.counted) ||
    `SELECT count(*)::int AS tickets FROM tickets t WHERE ${where}`;
  const statement = plannedEachTime(
    composedTenantStatement(
      'tickets.list',
      `WITH ${unwanted === null ? '' : `unwanted AS MATERIALIZED (${unwanted}), `}${kept === null ? `total AS (${counted})` : totals(kept)}, slice AS (
       SELECT t.number FROM tickets t WHERE ${where} ${sortedBy(order)} LIMIT ${values.next()} OFFSET ${values.next(2)}
     ), ${restOfPage(order, values)}`,
    ),
  );
  return {
    statement: keptIfUsual(asked, asked.words === null ? statement : onPrimary(statement)),
    values: values.list,
  };
}

/** Conditions of `q` come in any number and order, so that there is no end of texts. */
const keptIfUsual = ({ also, opposites }: TicketConditions, statement: Statement): Statement =>
  also.length + opposites.length > 0 ? preparedNever(statement) : statement;

/** Only the tickets with the words are looked at, one by one. The primary is asked, because only it has what was written last. */
function searchedList(asked: TicketConditions, words: SearchedTexts, order: TicketOrder): ListStatement {
  const values = new StatementValues();
  const found = searchTickets(words.wanted, words.unwanted, values);
  const conditions = allConditionsOf(asked, values).map(({ text }) => `AND ${text}`);
  const statement = composedTenantStatement(
    'tickets.search',
    `WITH found AS MATERIALIZED (${found}), listed AS MATERIALIZED (
       SELECT t.number, t.${columnOf(order)} FROM found JOIN tickets t ON t.workspace_id = $1 AND t.number = found.number
       ${conditions.join(' ')}
     ), total AS (SELECT count(*)::int AS tickets FROM listed), slice AS (
       SELECT t.number FROM listed t ${sortedBy(order)} LIMIT ${values.next()} OFFSET ${values.next(2)}
     ), ${restOfPage(order, values)}`,
  );
  return { statement: keptIfUsual(asked, onPrimary(plannedEachTime(statement))), values: values.list };
}

const searchTickets = (
  wanted: readonly string[],
  unwanted: readonly string[],
  { add }: StatementValues,
): string => `SELECT number FROM search_tickets(${add(wanted)}::text[], ${add(unwanted)}::text[]) AS number`;

/** Selects the tickets of `slice`, with `total`. The value behind the size of the page and its offset says how many bytes may come. */
function restOfPage(order: TicketOrder, values: StatementValues): string {
  return `${PAGE_OF_SLICE}, ${WEIGHT_OF_PAGE}
     SELECT total.tickets AS "totalRecords", ${SHOWN_WEIGHT}, ${VOCABULARY_VERSION}, shown.*
     FROM total CROSS JOIN weight LEFT JOIN ${shownPage(sortedBy(order), values.list.length + 4)} ON true`;
}

/** Weighs the texts of the page, and those of its heaviest ticket. */
const WEIGHT_OF_PAGE = `weight AS MATERIALIZED (
       SELECT coalesce(sum(bytes), 0)::float8 AS bytes, coalesce(max(bytes), 0) AS heaviest
       FROM (SELECT ${WEIGHT} AS bytes FROM page t) each)`;

const SHOWN_WEIGHT = 'weight.bytes AS weight, weight.heaviest';

/** The value at position `most` says how many bytes the texts may have. */
function shownPage(sorted: string, most: number): string {
  return `LATERAL (SELECT ${columnsOfTicket(`weight.bytes <= $${most}::float8`)} FROM page t ${PEOPLE} ${sorted}) shown`;
}

function sortedBy(order: TicketOrder): string {
  const suffix = order.direction === 'asc' ? 'ASC' : 'DESC';
  return `ORDER BY t.${columnOf(order)} ${suffix}, t.number ${suffix}`;
}

const columnOf = ({ by }: TicketOrder): string => (by === 'createdAt' ? 'created_at' : 'updated_at');
