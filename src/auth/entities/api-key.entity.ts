import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';

/** A key of one workspace. `hash` is SHA-256 of it; the key itself is nowhere. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: ApiKeyId;

  @Column('text')
  name!: string;

  @Column('text')
  hint!: string;

  @Column('bytea')
  hash!: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'api_keys_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
