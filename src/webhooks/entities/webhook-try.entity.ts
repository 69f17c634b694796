import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookDeliveryId, WebhookId, WorkspaceId } from '../../kernel/ids.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const ofDelivery = (name: string, referencedColumnName: string): object => ({
  ...{ name, referencedColumnName, foreignKeyConstraintName: 'webhook_tries_delivery_fkey' },
});

/** One request to an endpoint, and what became of it. */
@Entity('webhook_tries')
export class WebhookTry {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  webhookId!: WebhookId;

  @PrimaryColumn('uuid')
  deliveryId!: WebhookDeliveryId;

  /** 1, 2, 3 and so on. */
  @PrimaryColumn('integer')
  number!: number;

  /** When the request was sent. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  /** The status of the answer; null when there was none. */
  @Column('integer', { nullable: true })
  status!: number | null;

  /** Why there was no answer; null when there was one. */
  @Column('text', { nullable: true })
  error!: string | null;

  @Column('integer')
  milliseconds!: number;

  /** The first KiB of the answer. */
  @Column('text', { nullable: true })
  answer!: string | null;

  @ManyToOne(() => WebhookDelivery, { onDelete: 'CASCADE' })
  @JoinColumn([
    ofDelivery('workspace_id', 'workspaceId'),
    ofDelivery('webhook_id', 'webhookId'),
    ofDelivery('delivery_id', 'id'),
  ])
  delivery?: Relation<WebhookDelivery>;
}
