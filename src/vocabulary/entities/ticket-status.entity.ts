import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { StatusId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** A status of tickets. Every workspace has seven default ones and can have more (specification 2.3). */
@Entity('ticket_statuses')
export class TicketStatus {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: StatusId;

  @Column('text')
  name!: string;

  @Column('integer')
  position!: number;

  @Column('boolean')
  isDefault!: boolean;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_statuses_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
