import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { CompanyId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

@Entity('companies')
@OfWorkspace('companies_workspace_fkey')
@Unique('companies_name_key', ['workspaceId', 'name'])
export class Company extends TenantEntity {
  @PrimaryColumn('uuid') id!: CompanyId;
  @Column('text') name!: string;
  @MomentOfRow() createdAt!: Date;
}
