import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CustomerId } from '../../kernel/ids.js';
import { Customer } from './customer.entity.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A web address of a customer, in the order given. */
@Entity('customer_links')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_links_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerLink extends TenantEntity {
  @PrimaryColumn('uuid')
  customerId!: CustomerId;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  url!: string;

  @Column({ type: 'text', nullable: true })
  label!: string | null;
}
