import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** How often forms were sent by one sender, or one form by anybody, in the hour that ends at `endsAt`. In all processes. */
@Entity('form_counts')
export class FormCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** What is counted, as a digest. */
  @PrimaryColumn('text')
  id!: string;

  @Column('integer')
  hits!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  begunAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'form_counts_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
