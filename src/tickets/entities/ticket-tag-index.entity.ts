import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Ticket } from './ticket.entity.js';
import { LinkInWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** Which tickets have a tag. Triggers keep it, and filters read it. The class is for the contract test of the schema. */
@Entity('ticket_tag_index')
@LinkInWorkspace(() => Ticket, 'ticketId', 'ticket_tag_index_ticket_fkey', { onDelete: 'CASCADE' })
@Index('ticket_tag_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketTagIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text')
  tagKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;
}
