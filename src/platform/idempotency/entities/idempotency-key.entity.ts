import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../tenancy/tenant-columns.js';
import { MomentOfRow } from '../../tenancy/moment-column.js';

/** The row keeps the reply to a request with an Idempotency-Key. */
@Entity('idempotency_keys')
@OfWorkspace('idempotency_keys_workspace_fkey')
@Index('idempotency_keys_size_idx', { synchronize: false })
@Check('idempotency_keys_key_check', 'length(key) BETWEEN 1 AND 255')
export class IdempotencyKey extends TenantEntity {
  @PrimaryColumn('text') key!: string;
  @Column('bytea') fingerprint!: Buffer;
  @Column('smallint') status!: number;
  @Column('jsonb') headers!: Record<string, string>;

  /** The body is JSON; null when there is none or it is left out. */
  @Column({ type: 'text', nullable: true }) body!: string | null;

  /** The resource is read again by this id when the body is left out because of its size. */
  @Column('text', { nullable: true }) resourceId!: string | null;

  /** The bytes that the row takes of the quota of its workspace. */
  @Column('integer', { default: 0 }) bytes!: number;

  @MomentOfRow() createdAt!: Date;
}
