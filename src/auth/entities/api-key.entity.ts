import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { ApiKeyId } from '../../kernel/ids.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import type { ApiKeyUse } from './api-key-use.entity.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A key of one workspace. `hash` is its SHA-256; the table does not hold the key itself. */
@Entity('api_keys')
@LinkInWorkspace(() => ApiKey, 'replacedBy', 'api_keys_replaced_by_fkey')
@Unique('api_keys_hash_key', ['workspaceId', 'hash'])
@Check('api_keys_hash_check', 'octet_length(hash) = 32')
@Check('api_keys_requests_per_minute_check', 'requests_per_minute > 0')
@Check('api_keys_scopes_check', 'cardinality(scopes) > 0')
export class ApiKey extends TenantEntity {
  @PrimaryColumn('uuid') id!: ApiKeyId;
  @Column('text') name!: string;
  @Column('text') hint!: string;
  @Column('bytea') hash!: Buffer;
  @MomentOfRow() createdAt!: Date;
  @MomentColumn({ nullable: true }) expiresAt!: Date | null;
  @MomentColumn({ nullable: true }) revokedAt!: Date | null;

  /** A key with null has all scopes, including those of later versions. */
  @Column('text', { array: true, nullable: true }) scopes!: string[] | null;

  /** The limit of the workspace or of the installation applies when this is null. */
  @Column('integer', { nullable: true }) requestsPerMinute!: number | null;

  /** The key that rotation made of this one. */
  @Column('uuid', { nullable: true }) replacedBy!: ApiKeyId | null;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'api_keys_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @OneToOne('ApiKeyUse', 'apiKey') use?: Relation<ApiKeyUse> | null;
}
