import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/**
 * How many tickets have a tag in one spelling, as far as the changes are folded in. It can be below zero while a change waits that was
 * made earlier. The class is for the contract test of the schema.
 */
@Entity('ticket_tag_counts')
export class TicketTagCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text')
  tagKey!: string;

  @PrimaryColumn('text')
  name!: string;

  @Column('integer')
  tickets!: number;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_tag_counts_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
