import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** How many customers a workspace has, as far as the changes are folded in. The class is for the contract test of the schema. */
@Entity('customer_counts')
@OfWorkspace('customer_counts_workspace_fkey')
export class CustomerCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column('integer')
  customers!: number;
}
