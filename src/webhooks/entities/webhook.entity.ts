import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { WebhookId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** `deleted`: nobody sees it any more, and its deliveries are being deleted in the background. */
export type WebhookState = 'active' | 'disabled' | 'deleted';

/** Why the service switched a webhook off: its endpoint answered 410, or failed for five days. */
export type DisabledReason = 'gone' | 'failing';

/** An address that is told of events (extensions, section 18). */
@Entity('webhooks')
@OfWorkspace('webhooks_workspace_fkey')
@Check('webhooks_state_check', "state IN ('active', 'disabled', 'deleted')")
export class Webhook extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: WebhookId;

  @Column('text')
  url!: string;

  @Column('text', { array: true })
  types!: string[];

  @Column('boolean', { default: false })
  includeNotes!: boolean;

  @Column('boolean', { default: false })
  includeSilent!: boolean;

  @Column('text', { default: 'active' })
  state!: WebhookState;

  /** Null while it is active, and when a client switched it off. */
  @Column('text', { nullable: true })
  disabledReason!: DisabledReason | null;

  /** Since when each try has failed; null when the last one did not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** It hears of events behind this position. */
  @Column('bigint', { default: 0 })
  beginsAfter!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
