import {
  KnownVocabulary,
  type FoundVocabulary,
  type Versioned,
} from '../../fields/known/known-vocabulary.js';
import { READ_VOCABULARY } from '../../fields/known/known-vocabulary.sql.js';
import { Problems, refuseIfAny } from '../../kernel/errors.js';
import { pageOf, type Page, type PageRequest, type RowOfPage } from '../../kernel/page.js';
import type { Glance } from '../../platform/tenancy/glance.js';
import { ticketNotFound, ticketRefOf } from '../rules/ticket-ref.rules.js';
import { orderOf, usesDays, utcClock, type ListClock, type TicketQuery } from './ticket-filter.rules.js';
import { listStatement } from './ticket-list.sql.js';
import { searchConditions, withoutSearch } from './ticket-search.rules.js';
import { FIND_BY_ID, FIND_BY_NUMBER, LOCAL_TIME } from './ticket.sql.js';
import type { NamedTicket, TicketRow, WholeTicket, WholeTicketRow } from './ticket.row.js';

/** Reads a page of tickets as `TicketReaderService.list` does. @throws invalid_request */
export async function glanceAtTickets(
  glance: Glance,
  query: TicketQuery,
  request: PageRequest,
): Promise<Page<NamedTicket>> {
  const vocabulary = await vocabularyOf(glance);
  const problems = new Problems();
  const conditions = searchConditions(
    withoutSearch(query),
    vocabulary,
    await clockOf(glance, query),
    problems,
  );
  refuseIfAny(problems);
  const { statement, values } = listStatement(conditions, orderOf(query), request);
  const rows = await glance<RowOfPage<TicketRow> & Versioned>(statement, values);
  const { items, ...page } = pageOf<TicketRow>(rows, request);
  return { ...page, items: items.map((row) => ({ row, vocabulary })) };
}

/** Reads one ticket by id or number. @throws ticket_not_found */
export async function glanceAtTicket(glance: Glance, reference: string): Promise<WholeTicket> {
  const ref = ticketRefOf(reference);
  const [statement, value] = 'id' in ref ? [FIND_BY_ID, ref.id] : [FIND_BY_NUMBER, ref.number];
  const [row] = await glance<WholeTicketRow>(statement, [value]);
  if (!row) throw ticketNotFound();
  return { row, vocabulary: await vocabularyOf(glance) };
}

async function clockOf(glance: Glance, query: TicketQuery): Promise<ListClock> {
  const [clock] = usesDays(query) ? await glance<ListClock>(LOCAL_TIME) : [];
  return clock ?? utcClock();
}

async function vocabularyOf(glance: Glance): Promise<KnownVocabulary> {
  const [found] = await glance<FoundVocabulary>(READ_VOCABULARY);
  if (!found) throw new Error('The statement of the vocabulary returned no row.');
  return new KnownVocabulary(found);
}
