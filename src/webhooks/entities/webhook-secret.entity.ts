import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import { Webhook } from './webhook.entity.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A secret with which deliveries are signed. It is stored encrypted. */
@Entity('webhook_secrets')
@LinkInWorkspace(() => Webhook, 'webhookId', 'webhook_secrets_webhook_fkey', { onDelete: 'CASCADE' })
@Index('webhook_secrets_webhook_idx', ['workspaceId', 'webhookId'])
export class WebhookSecret extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: WebhookSecretId;

  @Column('uuid')
  webhookId!: WebhookId;

  @Column('bytea')
  sealed!: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** It signs until then; null for the newest one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;
}
