import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** A deleted field. Tickets may still hold values of it until those are removed; no answer shows them. */
@Entity('deleted_ticket_fields')
export class DeletedTicketField {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: FieldId;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  deletedAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'deleted_ticket_fields_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
