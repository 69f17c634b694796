import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { FieldId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Ticket } from './ticket.entity.js';
import { LinkInWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** Which tickets have a field value. Triggers keep it, and filters read it. The class is for the contract test of the schema. */
@Entity('ticket_value_index')
@LinkInWorkspace(() => Ticket, 'ticketId', 'ticket_value_index_ticket_fkey', { onDelete: 'CASCADE' })
@Index('ticket_value_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketValueIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  fieldId!: FieldId;

  @PrimaryColumn('text')
  valueKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;
}
