import { Injectable } from '@nestjs/common';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { DeskClock } from '../../kernel/time/desk-clock.js';
import { outcomeUnknown, refuseIfAny, unavailable, Problems, type Checked } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import { pageOf, type Page, type PageRequest } from '../../kernel/page.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import { NO_VOCABULARY, type KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { ticketNames, type TicketNames } from '../rules/ticket-names.rules.js';
import { ticketNotFound, ticketRefOf, type TicketRef } from '../rules/ticket-ref.rules.js';
import { orderOf, utcClock, type ListClock } from './ticket-filter.rules.js';
import {
  searchConditions,
  searchUsesDays,
  searchUsesNames,
  type SearchingQuery,
  type TicketConditions,
} from './ticket-search.rules.js';
import { TextSearch, type MatchesByTicket } from './text-search.js';
import { TicketReaderRepository } from './ticket-reader.repository.js';
import type { MergedTickets, NamedTicket, TicketRow, WholeTicket } from './ticket.row.js';

export interface FoundTickets extends Page<NamedTicket> {
  /** False when more waits than a search can index. Then it finds those tickets later. */
  readonly isComplete: boolean;
  /** Null unless they were asked for. */
  readonly matches: MatchesByTicket | null;
}

/** A page is read at most this number of times when the names of its filter change meanwhile. */
const ATTEMPTS = 5;

/** Reads tickets for clients ([spec 4.3], [spec 4.5], [rule 4]). */
@Injectable()
export class TicketReaderService {
  constructor(
    private readonly tickets: TicketReaderRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly counts: TicketCounts,
    private readonly attachments: AttachmentsService,
    private readonly texts: TextSearch,
    private readonly clock: DeskClock,
  ) {}

  /** Reads one ticket by id or number. @throws ticket_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<WholeTicket> {
    const ticket = await this.find(scope, ticketRefOf(reference));
    if (!ticket) throw ticketNotFound();
    return ticket;
  }

  /** Reads which tickets are merged with a ticket. @throws ticket_not_found */
  async merged(scope: TenantScope, { row }: NamedTicket): Promise<MergedTickets> {
    const merged = await this.tickets.merged(scope, row.id);
    if (!merged) throw ticketNotFound();
    return merged;
  }

  async find(scope: TenantScope | InnerScope, ref: TicketRef): Promise<WholeTicket | null> {
    const { rows, vocabulary } = await this.vocabularies.name(scope, (each) => this.tickets.find(each, ref));
    return rows[0] ? { row: this.shownRow(scope, rows[0]), vocabulary } : null;
  }

  /** Reads the row of a ticket in a unit of work. `withNames` comes after the unit of work. @throws ticket_not_found */
  async row(inner: InnerScope, id: TicketId): Promise<TicketRow> {
    const [row] = await this.tickets.find(inner, { id });
    if (!row) throw ticketNotFound();
    return row;
  }

  /**
   * Gives a row the names that the unit of work used. When somebody has changed a name meanwhile, it reads the ticket again.
   * @throws outcome_unknown when it cannot be read, because it was written
   */
  async withNames(scope: TenantScope | InnerScope, { row, vocabulary }: NamedTicket): Promise<NamedTicket> {
    if (row.vocabularyVersion === vocabulary.version) return { row: this.shownRow(scope, row), vocabulary };
    try {
      return await this.get(scope, row.id);
    } catch (error) {
      throw outcomeUnknown(error);
    }
  }

  /**
   * Reads a page of the tickets that the query and the words of its search describe, as they are in all writes that were answered.
   * @throws invalid_request for values that cannot exist, filter_too_broad, page_too_large
   */
  async search(scope: TenantScope, query: Checked<SearchingQuery>, page: PageRequest): Promise<FoundTickets> {
    const { terms, wantsMatches } = query.value;
    const isComplete = terms.length === 0 || (await this.texts.prepare(scope));
    const found = await this.page(scope, query, page);
    if (!wantsMatches) return { ...found, isComplete, matches: null };
    const numbers = found.items.map(({ row }) => row.number);
    return { ...found, isComplete, matches: await this.texts.matches(scope, numbers, terms, query.value) };
  }

  private async page(
    scope: TenantScope,
    query: Checked<SearchingQuery>,
    page: PageRequest,
  ): Promise<Page<NamedTicket>> {
    const order = orderOf(query.value.query);
    const isByName = searchUsesNames(query.value);
    const clock = searchUsesDays(query.value) ? await this.tickets.localTime(scope) : utcClock();
    let remembered = isByName ? await this.vocabularies.remembered(scope) : NO_VOCABULARY;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { conditions, names } = await this.conditionsBy(scope, query, remembered, clock);
      const found = await this.vocabularies.name(scope, (each) =>
        this.tickets.list(each, conditions, order, page),
      );
      remembered = found.vocabulary;
      if (isByName && names.version !== found.vocabulary.version) continue;
      this.counts.noteWaiting(scope, found.rows[0]?.waitingChanges ?? 0);
      const { items, ...shown } = pageOf<TicketRow>(found.rows, page);
      const { vocabulary } = found;
      return { ...shown, items: items.map((row) => ({ row: this.shownRow(scope, row), vocabulary })) };
    }
    throw unavailable(new Error('The vocabulary changed with every attempt to read a page.'));
  }

  async names(scope: TenantScope): Promise<TicketNames> {
    const [vocabulary, { active }] = await Promise.all([
      this.vocabularies.current(scope),
      this.tickets.members(scope),
    ]);
    return ticketNames(vocabulary, active);
  }

  /** Lists the folded addresses of present and removed members. */
  async memberKeys(scope: TenantScope): Promise<ReadonlySet<string>> {
    const { active, removed } = await this.tickets.members(scope);
    return new Set([...active.keys(), ...removed.keys()]);
  }

  /**
   * Reads the conditions of a query by names. A name that is not remembered may be a new one.
   * @throws invalid_request
   */
  private async conditionsBy(
    scope: TenantScope,
    query: Checked<SearchingQuery>,
    names: KnownVocabulary,
    clock: ListClock,
  ): Promise<{ readonly conditions: TicketConditions; readonly names: KnownVocabulary }> {
    const problems = new Problems(query.problems);
    const conditions = searchConditions(query.value, names, clock, problems, this.clock.at(clock.now));
    if (problems.any && searchUsesNames(query.value)) {
      const current = await this.vocabularies.current(scope);
      if (current.version !== names.version) return this.conditionsBy(scope, query, current, clock);
    }
    refuseIfAny(problems);
    return { conditions, names };
  }

  /** Puts the addresses of pictures into the description. Most have none. */
  private shownRow<Row extends TicketRow>(scope: TenantScope, row: Row): Row {
    const description = this.attachments.shownContent(scope, row.description);
    return description === row.description ? row : { ...row, description };
  }
}
