import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/**
 * The random version of a workspace's vocabulary: statuses, categories, groups, fields and options. Triggers renew it with every
 * change, and what reads tickets reads it, too.
 */
@Entity('vocabulary_versions')
export class VocabularyVersion {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' })
  version!: string;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'vocabulary_versions_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
