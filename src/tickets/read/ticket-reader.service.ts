import { Injectable } from '@nestjs/common';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import { outcomeUnknown, refuseIfAny, unavailable } from '../../kernel/errors.js';
import type { TicketId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { KnownVocabularies, type Named } from '../../fields/known/known-vocabularies.service.js';
import { NO_VOCABULARY } from '../../fields/known/known-vocabulary.js';
import { TicketCounts } from '../counts/ticket-counts.service.js';
import { ticketNames, type TicketNames } from '../rules/ticket-names.rules.js';
import { parseTicketRef, ticketNotFound, type TicketRef } from '../rules/ticket-ref.rules.js';
import { filterOf, orderOf, usesNames, type TicketQuery } from './ticket-filter.rules.js';
import { TicketReaderRepository, type ListedRow } from './ticket-reader.repository.js';
import type { NamedTicket, TicketOrigin, TicketRow } from './ticket.row.js';

/** How often a page is read again because the names of its filter changed meanwhile. */
const ATTEMPTS = 5;

/** What clients read of tickets (specification 4.3 and 4.5, decisions section 4). */
@Injectable()
export class TicketReaderService {
  constructor(
    private readonly tickets: TicketReaderRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly counts: TicketCounts,
    private readonly attachments: AttachmentsService,
  ) {}

  /** One ticket, by id or number. @throws ticket_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<NamedTicket> {
    const ref = parseTicketRef(reference);
    const ticket = ref && (await this.find(scope, ref));
    if (!ticket) throw ticketNotFound();
    return ticket;
  }

  /** The parts of a ticket that are shown only when somebody asks for them. @throws ticket_not_found */
  async origin(scope: TenantScope, { row }: NamedTicket): Promise<TicketOrigin> {
    const origin = await this.tickets.origin(scope, row.id);
    if (!origin) throw ticketNotFound();
    return origin;
  }

  /** Finds one ticket, or null. */
  async find(scope: TenantScope | InnerScope, ref: TicketRef): Promise<NamedTicket | null> {
    const { rows, vocabulary } = await this.vocabularies.name(scope, (each) => this.tickets.find(each, ref));
    return rows[0] ? { row: this.shownRow(scope, rows[0]), vocabulary } : null;
  }

  /** Reads the row of a ticket in a unit of work. `settled` names it behind the unit of work. @throws ticket_not_found */
  async row(inner: InnerScope, id: TicketId): Promise<TicketRow> {
    const [row] = await this.tickets.find(inner, { id });
    if (!row) throw ticketNotFound();
    return row;
  }

  /**
   * Gives a row the names that the unit of work used. When somebody has changed a name meanwhile, it reads the ticket again.
   * @throws outcome_unknown when it cannot be read, because it was written
   */
  async settled(scope: TenantScope | InnerScope, { row, vocabulary }: NamedTicket): Promise<NamedTicket> {
    if (row.vocabularyVersion === vocabulary.version) return { row: this.shownRow(scope, row), vocabulary };
    try {
      return await this.get(scope, row.id);
    } catch (error) {
      throw outcomeUnknown(error);
    }
  }

  /**
   * A page of the tickets that the query describes.
   * @throws invalid_request for values that cannot exist, page_too_large
   */
  async list(scope: TenantScope, query: Draft<TicketQuery>, page: PageRequest): Promise<Page<NamedTicket>> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const names = usesNames(query.value) ? await this.vocabularies.current(scope) : null;
      const problems = new Problems(query.problems);
      const filter = filterOf(query.value, names ?? NO_VOCABULARY, new Date(), problems);
      refuseIfAny(problems);
      const order = orderOf(query.value);
      const found = await this.vocabularies.name(scope, (each) =>
        this.tickets.list(each, filter, order, page),
      );
      if (names !== null && names.version !== found.vocabulary.version) continue;
      const { waitingChanges = 0 } = found.rows[0] ?? {};
      this.counts.noteWaiting(scope, waitingChanges);
      const shown = pageOf(found, page);
      return {
        ...shown,
        items: shown.items.map((item) => ({ ...item, row: this.shownRow(scope, item.row) })),
      };
    }
    throw unavailable(new Error('The vocabulary changed with every attempt to read a page.'));
  }

  /** Every name that tickets of the workspace can use. */
  async names(scope: TenantScope): Promise<TicketNames> {
    const [vocabulary, { active }] = await Promise.all([
      this.vocabularies.current(scope),
      this.tickets.members(scope),
    ]);
    return ticketNames(vocabulary, active);
  }

  /** The folded addresses of all members, also of removed ones. */
  async memberKeys(scope: TenantScope): Promise<ReadonlySet<string>> {
    const { active, removed } = await this.tickets.members(scope);
    return new Set([...active.keys(), ...removed.keys()]);
  }

  /** A row with the addresses of the pictures in its description. Most have none. */
  private shownRow(scope: TenantScope, row: TicketRow): TicketRow {
    const description = this.attachments.shownContent(scope, row.description);
    return description === row.description ? row : { ...row, description };
  }
}

function pageOf({ rows, vocabulary }: Named<ListedRow>, request: PageRequest): Page<NamedTicket> {
  const tickets = rows.filter((row): row is ListedRow & TicketRow => row.id !== null);
  return {
    items: tickets.map((row) => ({ row, vocabulary })),
    totalRecords: rows[0]?.totalRecords ?? 0,
    request,
  };
}
