import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';

/** Names the state of a workspace's fields and options; renewed by triggers with every change of them, never by TypeORM. */
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
