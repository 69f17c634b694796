import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** How often forms were sent by one sender, or one form by anybody, in the hour that ends at `endsAt`. In all processes. */
@Entity('form_counts')
@OfWorkspace('form_counts_workspace_fkey')
export class FormCount extends TenantEntity {
  /** What is counted, as a digest. */
  @PrimaryColumn('text')
  id!: string;

  @Column('integer')
  hits!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  begunAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
