import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ApiKeyId, CustomerId, SessionId } from '../../../kernel/ids.js';
import { MomentColumn, MomentOfRow } from '../../../platform/tenancy/moment-column.js';
import { LinkInWorkspace, TenantEntity } from '../../../platform/tenancy/tenant-columns.js';
import { ApiKey } from '../../entities/api-key.entity.js';

/**
 * A session of a customer [rule 30], whose row is deleted when it ends. `hash` is the SHA-256 of its token. Keys are on the coordinator
 * of a cluster and customers are not, so no foreign key leads to the customer.
 */
@Entity('customer_sessions')
@LinkInWorkspace(() => ApiKey, 'apiKeyId', 'customer_sessions_api_key_fkey', { onDelete: 'CASCADE' })
@Unique('customer_sessions_hash_key', ['workspaceId', 'hash'])
@Index('customer_sessions_customer_idx', ['workspaceId', 'customerId', 'createdAt'])
@Index('customer_sessions_expiry_idx', ['workspaceId', 'expiresAt'])
@Check('customer_sessions_hash_check', 'octet_length(hash) = 32')
export class CustomerSession extends TenantEntity {
  @PrimaryColumn('uuid') id!: SessionId;
  @Column('uuid') customerId!: CustomerId;

  /** The key that made it. It ends with the key. */
  @Column('uuid') apiKeyId!: ApiKeyId;

  @Column('bytea') hash!: Buffer;

  /** The origins of pages that may read its answers in a browser. */
  @Column('text', { array: true, default: () => "'{}'" }) origins!: readonly string[];

  /** Whether it also sees the tickets of customers of the same company. */
  @Column('boolean', { default: false }) seesCompany!: boolean;

  @MomentOfRow() createdAt!: Date;
  @MomentColumn() expiresAt!: Date;
}
