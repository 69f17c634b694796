import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CompanyId, CustomerId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import { Company } from '../../vocabulary/entities/company.entity.js';

/** A person who raises tickets (specification 2.4). */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: CustomerId;

  @Column({ type: 'text', nullable: true })
  firstName!: string | null;

  @Column({ type: 'text', nullable: true })
  lastName!: string | null;

  /** The first name, folded for comparison. A trigger keeps it. */
  @Column({ type: 'text', nullable: true })
  firstNameKey!: string | null;

  /** The same of the last name. */
  @Column({ type: 'text', nullable: true })
  lastNameKey!: string | null;

  @Column({ type: 'text', nullable: true })
  language!: string | null;

  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** The primary one of its addresses. Null when the release before the column made the customer: then `phones` is not filled, too. */
  @Column({ type: 'text', nullable: true })
  primaryEmail!: string | null;

  /** In the order given. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  phones!: string[];

  @Column({ type: 'uuid', nullable: true })
  companyId!: CompanyId | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'customers_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => Company, { nullable: true })
  @JoinInWorkspace('company_id', 'customers_company_fkey')
  company?: Relation<Company> | null;
}
