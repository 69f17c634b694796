import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { WebhookDeliveryId, WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import {
  QueuedRow,
  LinkInWorkspace,
  OfWorkspace,
  TenantEntity,
} from '../../platform/tenancy/tenant-columns.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** In the state `deleted` nobody sees a webhook any more, and its deliveries are being deleted in the background. */
export type WebhookState = 'active' | 'disabled' | 'deleted';

/** The reason why the service switched a webhook off: its endpoint answered 410, or failed for five days. */
export type DisabledReason = 'gone' | 'failing';

/** The lists of a filter by their names on the wire, with ids in place of the names of statuses, groups and categories; `None` stays. [rule 33] */
export type StoredFilter = Readonly<Record<string, readonly string[]>>;

/** An address to which events are sent [rule 18]. */
@Entity('webhooks')
@OfWorkspace('webhooks_workspace_fkey')
@Check('webhooks_state_check', "state IN ('active', 'disabled', 'deleted')")
export class Webhook extends TenantEntity {
  @PrimaryColumn('uuid') id!: WebhookId;
  @Column('text') url!: string;
  @Column('text', { array: true }) types!: readonly string[];
  @Column('boolean', { default: false }) includeNotes!: boolean;
  @Column('boolean', { default: false }) includeSilent!: boolean;

  /** The ticket of an event must be in all lists; null for all events. */
  @Column('jsonb', { nullable: true }) filter!: StoredFilter | null;

  @Column('text', { default: 'active' }) state!: WebhookState;

  /** Null while it is active, and when a client switched it off. */
  @Column('text', { nullable: true }) disabledReason!: DisabledReason | null;

  /** The moment since which each try has failed; null when the last one did not fail. */
  @MomentColumn({ nullable: true }) failingSince!: Date | null;

  /** Events after this position are sent to it. */
  @Column('bigint', { default: 0 }) beginsAfter!: string;

  @MomentOfRow() createdAt!: Date;
  @MomentOfRow() updatedAt!: Date;
}

/** An encrypted secret that signs deliveries. */
@Entity('webhook_secrets')
@LinkInWorkspace(() => Webhook, 'webhookId', 'webhook_secrets_webhook_fkey', { onDelete: 'CASCADE' })
@Index('webhook_secrets_webhook_idx', ['workspaceId', 'webhookId'])
export class WebhookSecret extends TenantEntity {
  @PrimaryColumn('uuid') id!: WebhookSecretId;
  @Column('uuid') webhookId!: WebhookId;
  @Column('bytea') sealed!: Buffer;
  @MomentOfRow() createdAt!: Date;

  /** It signs until then; null for the newest one. */
  @MomentColumn({ nullable: true }) expiresAt!: Date | null;
}

/** In the state `failed` nothing is tried any more. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';

@Entity('webhook_deliveries')
@LinkInWorkspace(() => Webhook, 'webhookId', 'webhook_deliveries_webhook_fkey', { onDelete: 'CASCADE' })
@Index('webhook_deliveries_due_idx', ['workspaceId', 'webhookId', 'dueAt'], { where: "state = 'pending'" })
@Index('webhook_deliveries_finished_idx', ['workspaceId', 'finishedAt'], { where: 'finished_at IS NOT NULL' })
@Index('webhook_deliveries_leased_idx', ['workspaceId', 'webhookId'], { where: 'lease IS NOT NULL' })
@Index('webhook_deliveries_list_idx', ['workspaceId', 'webhookId', 'createdAt', 'id'])
@Index('webhook_deliveries_state_idx', ['workspaceId', 'webhookId', 'state', 'createdAt', 'id'])
@Check('webhook_deliveries_state_check', "state IN ('pending', 'delivered', 'failed')")
export class WebhookDelivery extends QueuedRow {
  @PrimaryColumn('uuid') webhookId!: WebhookId;
  @PrimaryColumn('uuid') id!: WebhookDeliveryId;
  @Column('text') type!: string;

  /** The position of the event; null for a test, which is no event. */
  @Column('bigint', { nullable: true }) position!: string | null;

  @Column('text', { default: 'pending' }) state!: DeliveryState;
  @Column('integer', { default: 0 }) tries!: number;
}

/** A request to an endpoint, with its answer. */
@Entity('webhook_tries')
@ForeignKey(
  () => WebhookDelivery,
  ['workspaceId', 'webhookId', 'deliveryId'],
  ['workspaceId', 'webhookId', 'id'],
  { name: 'webhook_tries_delivery_fkey', onDelete: 'CASCADE' },
)
export class WebhookTry extends TenantEntity {
  @PrimaryColumn('uuid') webhookId!: WebhookId;
  @PrimaryColumn('uuid') deliveryId!: WebhookDeliveryId;
  @PrimaryColumn('integer') number!: number;
  @MomentColumn() at!: Date;
  @Column('integer', { nullable: true }) status!: number | null;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('integer') milliseconds!: number;
  @Column('text', { nullable: true }) answer!: string | null;
}
