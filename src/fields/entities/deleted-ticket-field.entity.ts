import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';

/** A field that was deleted and whose values may still lie in tickets, unseen, until they are cleared. */
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
