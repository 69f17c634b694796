import { Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Ticket } from './ticket.entity.js';

/** Which tickets have a field value. Triggers keep it, and filters read it. The class is for the contract test of the schema. */
@Entity('ticket_value_index')
export class TicketValueIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  fieldId!: FieldId;

  @PrimaryColumn('text')
  valueKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinInWorkspace('ticket_id', 'ticket_value_index_ticket_fkey')
  ticket?: Relation<Ticket>;
}
