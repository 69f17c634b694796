import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { GroupId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A group of team members. Clients assign tickets to it by its name. */
@Entity('groups')
@OfWorkspace('groups_workspace_fkey')
@Unique('groups_name_key', ['workspaceId', 'name'])
export class Group extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: GroupId;

  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
