import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CustomerId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from './customer.entity.js';

/** A web address of a customer, in the order given. */
@Entity('customer_links')
export class CustomerLink {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  customerId!: CustomerId;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  url!: string;

  @Column({ type: 'text', nullable: true })
  label!: string | null;

  @ManyToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinInWorkspace('customer_id', 'customer_links_customer_fkey')
  customer?: Relation<Customer>;
}
