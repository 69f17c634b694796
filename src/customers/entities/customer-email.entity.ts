import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CustomerId } from '../../kernel/ids.js';
import { Customer } from './customer.entity.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** An e-mail address of a customer. Two customers of a workspace cannot have the same one. */
@Entity('customer_emails')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_emails_customer_fkey', {
  onDelete: 'CASCADE',
  deferrable: 'INITIALLY DEFERRED',
})
@Index('customer_emails_customer_idx', ['workspaceId', 'customerId'])
@Index('customer_emails_prefix_idx', { synchronize: false })
@Index('customer_emails_primary_key', { synchronize: false })
export class CustomerEmail extends TenantEntity {
  /** Folded by `foldEmail`, for comparison. */
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
}
