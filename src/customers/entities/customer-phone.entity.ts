import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CustomerId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from './customer.entity.js';

/** A telephone number of a customer, in the order given. */
@Entity('customer_phones')
export class CustomerPhone {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  customerId!: CustomerId;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  phone!: string;

  @Column({ type: 'text', nullable: true })
  label!: string | null;

  @ManyToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinInWorkspace('customer_id', 'customer_phones_customer_fkey')
  customer?: Relation<Customer>;
}
