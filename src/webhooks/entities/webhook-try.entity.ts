import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { WebhookDeliveryId, WebhookId } from '../../kernel/ids.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** One request to an endpoint, with its answer. */
@Entity('webhook_tries')
@ForeignKey(
  () => WebhookDelivery,
  ['workspaceId', 'webhookId', 'deliveryId'],
  ['workspaceId', 'webhookId', 'id'],
  {
    name: 'webhook_tries_delivery_fkey',
    onDelete: 'CASCADE',
  },
)
export class WebhookTry extends TenantEntity {
  @PrimaryColumn('uuid')
  webhookId!: WebhookId;

  @PrimaryColumn('uuid')
  deliveryId!: WebhookDeliveryId;

  @PrimaryColumn('integer')
  number!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column('integer', { nullable: true })
  status!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;

  @Column('integer')
  milliseconds!: number;

  /** The first KiB of the answer. */
  @Column('text', { nullable: true })
  answer!: string | null;
}
