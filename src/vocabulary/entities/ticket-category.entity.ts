import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CategoryId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** A category. With a parent it is a sub-category of the first or second level (specification 2.3). */
@Entity('ticket_categories')
export class TicketCategory {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: CategoryId;

  @Column({ type: 'uuid', nullable: true })
  parentId!: CategoryId | null;

  @Column('text')
  name!: string;

  @Column('integer')
  position!: number;

  @Column('boolean')
  isDefault!: boolean;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_categories_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => TicketCategory, { nullable: true })
  @JoinInWorkspace('parent_id', 'ticket_categories_parent_fkey')
  parent?: Relation<TicketCategory> | null;
}
