import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids.js';

/** One tenant of the installation. The only table that is not behind row-level security: it says who there is. */
@Entity('workspaces')
export class Workspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'workspaces_pkey' })
  id!: WorkspaceId;

  @Column('text', { unique: true })
  subdomain!: string;

  @Column('text')
  name!: string;

  @Column('text')
  knowledgeBaseName!: string;

  /** Of each key that has no limit of its own; null: what the installation says. */
  @Column('integer', { nullable: true })
  requestsPerMinute!: number | null;

  /** Whether a customer's reply opens its ticket again (extensions, section 15). */
  @Column('boolean', { default: true })
  reopenOnReply!: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
