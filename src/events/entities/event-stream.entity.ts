import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** Where the feed of a workspace ends and begins. Whoever gives positions holds the lock of this row. */
@Entity('event_streams')
export class EventStream {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** The newest position that was given; 0 when none was. */
  @Column('bigint', { default: 0 })
  lastPosition!: string;

  /** Nothing below it is shown any more. It is raised now and then; what is too old behind it is not shown either. */
  @Column('bigint', { default: 1 })
  firstPosition!: string;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'event_streams_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
