import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CustomerId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from './customer.entity.js';

/** An e-mail address of a customer. Two customers of a workspace cannot have the same one. */
@Entity('customer_emails')
export class CustomerEmail {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** The address, folded for comparison: see `foldCase`. */
  @PrimaryColumn('text')
  emailKey!: string;

  @Column('uuid')
  customerId!: CustomerId;

  @Column('text')
  email!: string;

  @Column('boolean')
  isPrimary!: boolean;

  @Column('integer')
  position!: number;

  @ManyToOne(() => Customer, { onDelete: 'CASCADE' })
  @JoinInWorkspace('customer_id', 'customer_emails_customer_fkey')
  customer?: Relation<Customer>;
}
