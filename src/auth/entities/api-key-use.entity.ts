import { Entity, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ApiKeyId } from '../../kernel/ids.js';
import { JoinInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { ApiKey } from './api-key.entity.js';
import { MomentColumn } from '../../platform/tenancy/moment-column.js';

/** The row tells when a key was used last, to about a minute. */
@Entity('api_key_uses')
export class ApiKeyUse extends TenantEntity {
  @PrimaryColumn('uuid') apiKeyId!: ApiKeyId;
  @MomentColumn() lastUsedAt!: Date;

  @OneToOne(() => ApiKey, (key) => key.use, { onDelete: 'CASCADE' })
  @JoinInWorkspace('api_key_id', 'api_key_uses_api_key_fkey')
  apiKey?: Relation<ApiKey>;
}
