import { Column, Entity, Index, PrimaryColumn, Generated } from 'typeorm';
import type { CompanyId, CustomerId } from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Company } from '../../vocabulary/entities/company.entity.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A person who raises tickets [spec 2.4]. */
@Entity('customers')
@OfWorkspace('customers_workspace_fkey')
@LinkInWorkspace(() => Company, 'companyId', 'customers_company_fkey')
@Index('customers_company_idx', ['workspaceId', 'companyId'], { where: 'company_id IS NOT NULL' })
@Index('customers_created_idx', ['workspaceId', 'createdAt', 'id'])
@Index('customers_first_name_idx', { synchronize: false })
@Index('customers_last_name_idx', { synchronize: false })
export class Customer extends TenantEntity {
  @PrimaryColumn('uuid') id!: CustomerId;
  @Column({ type: 'text', nullable: true }) firstName!: string | null;
  @Column({ type: 'text', nullable: true }) lastName!: string | null;

  /** A trigger folds it for comparison. */
  @Column({ type: 'text', nullable: true }) firstNameKey!: string | null;

  @Column({ type: 'text', nullable: true }) lastNameKey!: string | null;
  @Column({ type: 'text', nullable: true }) language!: string | null;
  @Column({ type: 'text', nullable: true }) timeZone!: string | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column('text') primaryEmail!: string;
  @Column({ type: 'text', array: true, default: () => "'{}'" }) phones!: string[];
  @Column({ type: 'uuid', nullable: true }) companyId!: CompanyId | null;
  @MomentOfRow() createdAt!: Date;
  @MomentOfRow() updatedAt!: Date;
}

/** An address of a customer. No other customer of the workspace has it. */
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
  @PrimaryColumn('text') emailKey!: string;

  @Column('uuid') customerId!: CustomerId;
  @Column('text') email!: string;
  @Column('boolean') isPrimary!: boolean;
  @Column('integer') position!: number;
}

abstract class CustomerItem extends TenantEntity {
  @PrimaryColumn('uuid') customerId!: CustomerId;
  @PrimaryColumn('integer') position!: number;
  @Column({ type: 'text', nullable: true }) label!: string | null;
}

@Entity('customer_phones')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_phones_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerPhone extends CustomerItem {
  @Column('text') phone!: string;
}

@Entity('customer_links')
@LinkInWorkspace(() => Customer, 'customerId', 'customer_links_customer_fkey', { onDelete: 'CASCADE' })
export class CustomerLink extends CustomerItem {
  @Column('text') url!: string;
}

/** A change of the number of customers that the kept count does not have yet. Triggers add it; only the contract test of the schema needs the class. */
@Entity('customer_count_changes')
export class CustomerCountChange extends TenantEntity {
  @PrimaryColumn('uuid') @Generated('uuid') id!: string;
  @Column('integer') customers!: number;
}
