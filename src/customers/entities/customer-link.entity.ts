import { Column, Entity } from 'typeorm';
import { LinkInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { CustomerItem } from './customer-phone.entity.js';
import { Customer } from './customer.entity.js';

@Entity('customer_links')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_links_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerLink extends CustomerItem {
  @Column('text')
  url!: string;
}
