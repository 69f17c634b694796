import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** The last ticket number given in a workspace; its row lock makes numbers sequential without gaps. */
@Entity('ticket_counters')
export class TicketCounter {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column({ type: 'integer', default: () => '0' })
  lastNumber!: number;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_counters_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
