import {
  composedTenantStatement,
  onPrimary,
  plannedEachTime,
  plannedOnce,
  plannedOnceInTime,
  preparedNever,
  weighed,
  type Statement,
} from '../../platform/tenancy/statement.js';
import { snakeCase } from '../../kernel/text.js';
import { anyOf, type SearchedTexts } from '../../kernel/search/tsquery.rules.js';
import { offsetOf, type PageRequest } from '../../kernel/page.js';
import { VOCABULARY_VERSION } from '../../fields/known/known-vocabulary.sql.js';
import { PEOPLE, columnsOfTicket, TICKET_LISTS, WEIGHT } from './ticket.sql.js';
import {
  anyPage,
  changedPage,
  firstPage,
  followUpPage,
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
  /** Has the values after the workspace, except the last one: how many bytes of texts may come. */
  readonly values: readonly unknown[];
}

const listOf = (prefix: string, text: string): Statement =>
  weighed(TICKET_LISTS, composedTenantStatement(prefix, text));

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

const PAGES_BY: Readonly<Record<TicketOrder['by'], PageParts>> = {
  createdAt: anyPage,
  updatedAt: changedPage,
  followUpAt: followUpPage,
};

/** Chooses how a page is found; null when it is found as in a list without a kept total. */
function partsOf(list: KeptList, { by }: TicketOrder, offset: number): PageParts | null {
  if (by === 'createdAt' && offset <= MOST_BEFORE_FIRST_PAGES) return firstPage;
  return isInChunks(list) ? PAGES_BY[by] : null;
}

function countedList(list: KeptList, parts: PageParts, order: TicketOrder): ListStatement {
  const form = `${parts.name} ${list.list} ${list.wanted.join()} ${order.direction}`;
  const statement = countedStatements.get(form) ?? countedStatement(list, parts, order);
  countedStatements.set(form, statement);
  return { statement, values: list.values };
}

/** Keeps statements by kind of page, list and direction. */
const countedStatements = new Map<string, Statement>();

/** A list that is not sorted by creation is planned for its values: how far it is to the page decides what is fastest. */
function countedStatement(list: KeptList, parts: PageParts, order: TicketOrder): Statement {
  const plannedForAll = isInChunks(list) ? plannedOnce : plannedOnceInTime;
  const planned = parts === firstPage || parts === anyPage ? plannedForAll : plannedEachTime;
  return planned(
    listOf(
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
  const parts = conditions.flatMap(({ part }) => part ?? []);
  const texts = conditions.map(({ text }) => text);
  if (asked.words?.unwanted.length) {
    parts.push(`unwanted AS MATERIALIZED (${searchTickets([anyOf(asked.words.unwanted)], [], values)})`);
    texts.push('t.number NOT IN (SELECT number FROM unwanted)');
  }
  const tickets = `FROM tickets t WHERE ${['t.workspace_id = $1', ...texts].join(' AND ')}`;
  const counted =
    (texts.length === 1 && conditions[0]?.counted) || `SELECT count(*)::int AS tickets ${tickets}`;
  const isListed = conditions.some(({ part }) => part !== undefined);
  // The part of WITH leads to the tickets, whatever the values are.
  const planned = isListed ? plannedOnceInTime : plannedEachTime;
  const page = isListed
    ? listedPage(tickets, order, values)
    : `${kept === null ? `total AS (${counted})` : totals(kept)}, slice AS (
       SELECT t.number ${tickets} ${sortedBy(order)} LIMIT ${values.next()} OFFSET ${values.next(2)}
     ), ${restOfPage(order, values)}`;
  const statement = planned(listOf('tickets.list', `WITH ${[...parts, page].join(', ')}`));
  return {
    statement: keptIfUsual(asked, asked.words === null ? statement : onPrimary(statement)),
    values: values.list,
  };
}

/** Conditions of `q` come in any number and order, so that the number of different texts is unlimited. */
const keptIfUsual = ({ also, opposites }: TicketConditions, statement: Statement): Statement =>
  also.length + opposites.length > 0 ? preparedNever(statement) : statement;

/** Only the tickets with the words are looked at, one by one. The primary is asked, because only it has what was written last. */
function searchedList(asked: TicketConditions, words: SearchedTexts, order: TicketOrder): ListStatement {
  const values = new StatementValues();
  const found = `found AS MATERIALIZED (${searchTickets(words.wanted, words.unwanted, values)})`;
  const conditions = allConditionsOf(asked, values);
  const parts = [found, ...conditions.flatMap(({ part }) => part ?? [])];
  const tickets = `FROM found JOIN tickets t ON t.workspace_id = $1 AND t.number = found.number
       ${conditions.map(({ text }) => `AND ${text}`).join(' ')}`;
  const text = `WITH ${[...parts, listedPage(tickets, order, values)].join(', ')}`;
  const statement = plannedEachTime(listOf('tickets.search', text));
  return { statement: keptIfUsual(asked, onPrimary(statement)), values: values.list };
}

/** Lists all tickets once, for the total and for the page. */
const listedPage = (tickets: string, order: TicketOrder, values: StatementValues): string =>
  `listed AS MATERIALIZED (SELECT t.number, t.${columnOf(order)} ${tickets}
     ), total AS (SELECT count(*)::int AS tickets FROM listed), slice AS (
       SELECT t.number FROM listed t ${sortedBy(order)} LIMIT ${values.next()} OFFSET ${values.next(2)}
     ), ${restOfPage(order, values)}`;

const searchTickets = (
  wanted: readonly string[],
  unwanted: readonly string[],
  { add }: StatementValues,
): string => `SELECT number FROM search_tickets(${add(wanted)}::text[], ${add(unwanted)}::text[]) AS number`;

/** Selects the tickets of `slice`, with `total`. The value after the size of the page and its offset says how many bytes may come. */
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
  // Tickets without a follow-up come last, in either direction.
  const last = order.by === 'followUpAt' ? ' NULLS LAST' : '';
  return `ORDER BY t.${columnOf(order)} ${suffix}${last}, t.number ${suffix}`;
}

const columnOf = ({ by }: TicketOrder): string => snakeCase(by);
