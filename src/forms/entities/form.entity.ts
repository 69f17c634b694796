import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FormId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';

/** A web form through which customers raise tickets (specification 2.5). */
@Entity('forms')
export class Form {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: FormId;

  @Column('text')
  title!: string;

  @Column('text')
  slug!: string;

  @Column('boolean')
  isEnabled!: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'forms_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
