import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** How many customers a workspace has, as far as the changes are folded in. The class is for the contract test of the schema. */
@Entity('customer_counts')
export class CustomerCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column('integer')
  customers!: number;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'customer_counts_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
