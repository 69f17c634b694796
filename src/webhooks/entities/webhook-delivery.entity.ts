import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookDeliveryId, WebhookId } from '../../kernel/ids.js';
import { Webhook } from './webhook.entity.js';

/** `failed`: nothing is tried any more. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** One event for one webhook. */
@Entity('webhook_deliveries')
@LinkInWorkspace(() => Webhook, 'webhookId', 'webhook_deliveries_webhook_fkey', { onDelete: 'CASCADE' })
@Index('webhook_deliveries_due_idx', ['workspaceId', 'webhookId', 'dueAt'], { where: "state = 'pending'" })
@Index('webhook_deliveries_finished_idx', ['workspaceId', 'finishedAt'], { where: 'finished_at IS NOT NULL' })
@Index('webhook_deliveries_leased_idx', ['workspaceId', 'webhookId'], { where: 'lease IS NOT NULL' })
@Index('webhook_deliveries_list_idx', ['workspaceId', 'webhookId', 'createdAt', 'id'])
@Index('webhook_deliveries_state_idx', ['workspaceId', 'webhookId', 'state', 'createdAt', 'id'])
@Check('webhook_deliveries_state_check', "state IN ('pending', 'delivered', 'failed')")
export class WebhookDelivery extends TenantEntity {
  @PrimaryColumn('uuid')
  webhookId!: WebhookId;

  /** The id of the event. */
  @PrimaryColumn('uuid')
  id!: WebhookDeliveryId;

  @Column('text')
  type!: string;

  /** The position of the event; null for a test, which is no event. */
  @Column('bigint', { nullable: true })
  position!: string | null;

  @Column('text', { default: 'pending' })
  state!: DeliveryState;

  /** Failed tries since it began, or began anew. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('integer', { default: 0 })
  tries!: number;

  /** When the next try is due, or when the lease of the present one ends. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  dueAt!: Date;

  /** Names the try that is under way; null when there is none. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
