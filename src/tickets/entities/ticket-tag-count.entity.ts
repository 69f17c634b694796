import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/**
 * How many tickets have a tag in one spelling, as far as the changes are folded in. It can be below zero while a change waits that was
 * made earlier. The class is for the contract test of the schema.
 */
@Entity('ticket_tag_counts')
@OfWorkspace('ticket_tag_counts_workspace_fkey')
export class TicketTagCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text', { collation: 'C' })
  tagKey!: string;

  @PrimaryColumn('text')
  name!: string;

  @Column('integer')
  tickets!: number;
}
