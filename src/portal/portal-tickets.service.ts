import { Injectable } from '@nestjs/common';
import type { ShownAttachment } from '../attachments/attachment.row.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import type { Checked, Precondition } from '../kernel/errors.js';
import type { FieldId, TicketId } from '../kernel/ids.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { TicketReaderService } from '../tickets/read/ticket-reader.service.js';
import type { SearchingQuery } from '../tickets/read/ticket-search.rules.js';
import type { NamedTicket } from '../tickets/read/ticket.row.js';
import type { NumberedTicket } from '../tickets/rules/ticket-merging.rules.js';
import { isDone } from '../tickets/rules/ticket-names.rules.js';
import { ticketNotFound, ticketRefOf } from '../tickets/rules/ticket-ref.rules.js';
import { CommentedTicketsService } from '../tickets/write/commented-tickets.service.js';
import { TicketUpdaterService } from '../tickets/write/ticket-updater.service.js';
import { CLOSED } from '../vocabulary/vocabulary.rules.js';
import { visibleIn } from './portal-customer.rules.js';
import { PortalMeService } from './portal-me.service.js';
import { PortalRepository, type SeenParts } from './portal.repository.js';

/** A ticket with all that a customer sees of it. */
export interface SeenTicket extends NamedTicket {
  /** The fields of enabled forms. */
  readonly fieldIds: ReadonlySet<FieldId>;
  readonly files: readonly ShownAttachment[];
  readonly mergedInto: NumberedTicket | null;
}

export interface SeenTickets extends Page<SeenTicket> {
  readonly isComplete: boolean;
}

/** Shows customers their tickets, and closes them [rule 30]. A ticket that they may not see is not there. */
@Injectable()
export class PortalTicketsService {
  constructor(
    private readonly portal: PortalRepository,
    private readonly reader: TicketReaderService,
    private readonly me: PortalMeService,
    private readonly updater: TicketUpdaterService,
    private readonly commented: CommentedTicketsService,
    private readonly attachments: AttachmentsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws invalid_request, filter_too_broad, page_too_large */
  async list(
    scope: TenantScope,
    { value, problems }: Checked<SearchingQuery>,
    request: PageRequest,
  ): Promise<SeenTickets> {
    const query = { value: { ...value, visibleTo: visibleIn(scope) }, problems };
    const page = await this.reader.search(scope, query, request);
    const ids = page.items.map(({ row }) => row.id);
    const parts =
      ids.length === 0
        ? new Map<TicketId, SeenParts>()
        : await this.portal.seen(scope, ids, visibleIn(scope));
    const items = page.items.flatMap((ticket) => {
      const own = parts.get(ticket.row.id);
      return own ? [this.seen(scope, ticket, own)] : [];
    });
    return { ...page, items };
  }

  /** @throws ticket_not_found */
  async get(scope: TenantScope | InnerScope, reference: string): Promise<SeenTicket> {
    const ref = ticketRefOf(reference);
    const [ticket, parts] = await Promise.all([
      this.reader.find(scope, ref),
      this.portal.seenOne(scope, ref, visibleIn(scope)),
    ]);
    if (ticket === null || parts === null) throw ticketNotFound();
    return this.seen(scope, ticket, parts);
  }

  /** Names a ticket that the customer may see by its id. @throws ticket_not_found */
  async idOf(scope: TenantScope, reference: string): Promise<TicketId> {
    return (await this.get(scope, reference)).row.id;
  }

  /** Closes a ticket that is not done yet. Agents fill in what they need. @throws authentication_failed, ticket_not_found, ticket_merged, the precondition's errors */
  async close(
    scope: TenantScope,
    reference: string,
    precondition: Precondition<SeenTicket>,
  ): Promise<SeenTicket> {
    const before = await this.get(scope, reference);
    if (isDone(before.row.statusId, before.vocabulary)) {
      precondition?.(before);
      return before;
    }
    return this.unitOfWork.run(scope, async (inner) => {
      const { id } = await this.commented.lockOne(inner, before.row.id);
      await this.me.hold(inner);
      const current = await this.get(inner, id);
      precondition?.(current);
      if (isDone(current.row.statusId, current.vocabulary)) return current;
      const changes = { value: { status: CLOSED }, problems: [] };
      await this.updater.update(inner, id, changes, null, 'as_recorded');
      return this.get(inner, id);
    });
  }

  private seen(
    scope: TenantScope,
    ticket: NamedTicket,
    { files: rows, mergedInto, fieldIds }: SeenParts,
  ): SeenTicket {
    const { description: content } = ticket.row;
    // The description has addresses in place of `cid:` already.
    const files = this.attachments
      .addressed(scope, rows)
      .map((file) => ({ ...file, isInline: content.includes(file.url) }));
    return { ...ticket, fieldIds: new Set(fieldIds), files, mergedInto };
  }
}
