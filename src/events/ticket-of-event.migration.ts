import { AddedColumns } from '../platform/database/added-columns.js';

/** Adds the ticket of an event as the event left it, for filters of webhooks. Earlier entries have none. */
export class TicketOfEvent1764300010000 extends AddedColumns {
  readonly name = 'TicketOfEvent1764300010000';
  protected readonly table = 'audit_entries';
  protected readonly columns = { ticket: 'jsonb' };
}
