import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** The random version of a workspace's names. Triggers renew it with every change, and statements that read tickets read it. */
@Entity('vocabulary_versions')
@OfWorkspace('vocabulary_versions_workspace_fkey')
export class VocabularyVersion {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column('uuid')
  @Generated('uuid')
  version!: string;
}
