import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { ticketMerged, type NumberedTicket } from '../rules/ticket-merging.rules.js';
import type { MergedTicket } from '../rules/ticket-properties.js';
import { TicketMergingRepository } from './ticket-merging.repository.js';

/** Keeps merged tickets as they are [rule 24]. */
@Injectable()
export class MergedTickets {
  constructor(private readonly merging: TicketMergingRepository) {}

  /** Refuses a write of a locked ticket that is merged. @throws ticket_merged */
  async refuse(inner: InnerScope, ticket: MergedTicket): Promise<void> {
    const target = await this.targetOf(inner, ticket);
    if (target) throw ticketMerged(target.number);
  }

  /** Finds the ticket into which another one is merged; null when there is none. */
  async targetOf(inner: InnerScope, { mergedIntoId }: MergedTicket): Promise<NumberedTicket | null> {
    if (mergedIntoId === null) return null;
    const [target] = await this.merging.find(inner, [{ id: mergedIntoId }]);
    if (!target) throw new Error('The target of a merged ticket is gone.');
    return target;
  }
}
