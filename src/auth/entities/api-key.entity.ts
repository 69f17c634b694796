import { Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ApiKeyId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import type { ApiKeyUse } from './api-key-use.entity.js';

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

  /** Null: everything, also scopes that come later. */
  @Column('text', { array: true, nullable: true })
  scopes!: string[] | null;

  /** Null: what its workspace says, or the installation. */
  @Column('integer', { nullable: true })
  requestsPerMinute!: number | null;

  /** The key that rotation made of this one. */
  @Column('uuid', { nullable: true })
  replacedBy!: ApiKeyId | null;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'api_keys_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => ApiKey)
  @JoinInWorkspace('replaced_by', 'api_keys_replaced_by_fkey')
  successor?: Relation<ApiKey> | null;

  @OneToOne('ApiKeyUse', 'apiKey')
  use?: Relation<ApiKeyUse> | null;
}
