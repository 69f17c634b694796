import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';

/** Customers that came or left and are not in the counts yet. Triggers add them. The class is for the contract test of the schema. */
@Entity('customer_count_changes')
export class CustomerCountChange {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  @Generated('uuid')
  id!: string;

  /** Below zero when they left. */
  @Column('integer')
  customers!: number;
}
