import { Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { TicketId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Ticket } from './ticket.entity.js';

/** Which tickets have a tag. Triggers keep it, and filters read it. The class is for the contract test of the schema. */
@Entity('ticket_tag_index')
export class TicketTagIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text')
  tagKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinInWorkspace('ticket_id', 'ticket_tag_index_ticket_fkey')
  ticket?: Relation<Ticket>;
}
