import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CustomerId } from '../../kernel/ids.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from './customer.entity.js';

/** An item of a list of a customer, with its place in the list. */
export abstract class CustomerItem extends TenantEntity {
  @PrimaryColumn('uuid')
  customerId!: CustomerId;

  @PrimaryColumn('integer')
  position!: number;

  @Column({ type: 'text', nullable: true })
  label!: string | null;
}

@Entity('customer_phones')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_phones_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerPhone extends CustomerItem {
  @Column('text')
  phone!: string;
}
