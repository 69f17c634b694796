import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CustomerId } from '../../kernel/ids.js';
import { Customer } from './customer.entity.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A telephone number of a customer, in the order given. */
@Entity('customer_phones')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_phones_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerPhone extends TenantEntity {
  @PrimaryColumn('uuid')
  customerId!: CustomerId;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  phone!: string;

  @Column({ type: 'text', nullable: true })
  label!: string | null;
}
