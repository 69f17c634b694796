import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { StatusId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** How many tickets a workspace has, as far as the changes are folded in. Statements keep the counts of all statuses at once. */
@Entity('ticket_counts')
export class TicketCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** Null until somebody has counted. */
  @Column({ type: 'integer', nullable: true })
  tickets!: number | null;

  @Column({ type: 'jsonb', default: () => "'{}'" })
  byStatus!: Readonly<Record<StatusId, number>>;

  /** How many different tags are in the counts of tags. */
  @Column({ type: 'integer', default: () => '0' })
  tags!: number;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_counts_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
