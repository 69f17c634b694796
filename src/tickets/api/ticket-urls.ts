import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { Configuration } from '../../platform/config/configuration.js';
import type { TicketRow } from '../read/ticket.row.js';

type AddressedTicket = Pick<TicketRow, 'id' | 'number'>;

/** Makes the addresses of tickets [rule 11]. */
@Injectable()
export class TicketUrls {
  constructor(private readonly configuration: Configuration) {}

  pathOf({ id }: AddressedTicket): string {
    return `/api/external/v2/tickets/${id}`;
  }

  /** Makes the absolute address by `TICKET_URL_TEMPLATE`, and otherwise of the API. */
  of({ initiator: { address } }: TenantScope, ticket: AddressedTicket): string {
    if (address === undefined) throw new Error('Only the answer to a request shows addresses.');
    const { publicUrl, ticketUrlTemplate } = this.configuration;
    const filled = (template: string): string =>
      template
        .replaceAll('{workspace}', address.subdomain)
        .replaceAll('{number}', String(ticket.number))
        .replaceAll('{id}', ticket.id);
    if (ticketUrlTemplate !== undefined) return filled(ticketUrlTemplate);
    return (publicUrl === undefined ? address.url : filled(publicUrl)) + this.pathOf(ticket);
  }
}
