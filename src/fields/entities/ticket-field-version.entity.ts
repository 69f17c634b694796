import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/**
 * The random version of a workspace's fields and options. Only the release before this one reads it, so the next one can drop it.
 * The class is for the contract test of the schema.
 */
@Entity('ticket_field_versions')
export class TicketFieldVersion {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' })
  version!: string;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_field_versions_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
