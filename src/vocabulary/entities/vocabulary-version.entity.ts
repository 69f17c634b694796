import { Column, Entity, Generated } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** Stores the version of a workspace's names, which triggers renew with every change. */
@Entity('vocabulary_versions')
@OfWorkspace('vocabulary_versions_workspace_fkey')
export class VocabularyVersion extends TenantEntity {
  @Column('uuid') @Generated('uuid') version!: string;
}
